/** Something that finds a short name for what a person asked for. */
export interface NamingModel {
  /** Null where it has no answer. Ends within its own time limit. */
  name(prompt: string): Promise<string | null>;
}
