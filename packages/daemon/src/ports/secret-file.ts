/** What the file of a secret holds. */
export type SecretRead =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  /** It is there and cannot be used as it is. */
  | { readonly kind: "unusable"; readonly reason: string };

/** The file of one secret, readable by its owner alone. */
export interface SecretFile {
  /** Where it is, for messages. */
  readonly path: string;
  /** Takes group and others their rights, should they have any. */
  read(): Promise<SecretRead>;
  write(text: string): Promise<void>;
}
