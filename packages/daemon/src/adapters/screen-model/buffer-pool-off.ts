// The widths' addon reads `data.buffer` of a Buffer and forgets its byteOffset. Node cuts small
// Buffers from a shared pool, so its table of widths would be garbage there (xterm.js issue 6079).
// Imported before the addon, this makes Node give each Buffer memory of its own; `buffer-pool-on.ts`
// undoes it afterwards.

/** The size of Node's pool before it was turned off. */
export const savedPoolSize = Buffer.poolSize;
Buffer.poolSize = 0;
