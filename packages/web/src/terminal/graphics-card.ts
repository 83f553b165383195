/** Drivers that draw on the processor: of Chromium, of Mesa (its two), of Windows. */
const ON_PROCESSOR = /swiftshader|llvmpipe|softpipe|basic render|software/i;

let has: boolean | undefined;

/**
 * Whether this machine draws WebGL on a graphics card. Without one a browser may reckon it on the
 * processor, which takes longer for a screen of text than the elements that xterm.js falls back on.
 */
export function hasGraphicsCard(): boolean {
  has ??= probe();
  return has;
}

function probe(): boolean {
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (gl === null) return false;
  // Chromium (156 seen) gives a context on SwiftShader all the same; only the name tells.
  const named = gl.getExtension("WEBGL_debug_renderer_info");
  const driver = String(gl.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  // A browser keeps 16 contexts and takes away the oldest: this one is given back.
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !ON_PROCESSOR.test(driver);
}
