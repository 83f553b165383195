declare const __MAESTRO_VERSION__: string;

/** The version that the build was made of. */
export const VERSION =
  typeof __MAESTRO_VERSION__ === "string" ? __MAESTRO_VERSION__ : "0.0.0-unbuilt";
