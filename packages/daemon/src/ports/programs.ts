/** The programs and small files of this machine that agents are started with. */
export interface Programs {
  /** Where a program of this name is found on the PATH, or null. */
  find(name: string, path: string): Promise<string | null>;
  /** A small text file, or null where there is none that can be read. */
  readText(path: string): Promise<string | null>;
}
