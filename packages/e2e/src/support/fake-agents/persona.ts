import type { Deliver } from "./happening.ts";

/** How an agent was started. */
export interface Started {
  /** A run without a screen: reads its task, prints an answer, ends. */
  readonly headless: boolean;
  /** Where a headless run writes its answer; standard output where null. */
  readonly answerFile: string | null;
  readonly conversation: string;
  readonly resumed: boolean;
  /** What it was told to begin with. */
  readonly prompt: string | null;
}

/** What an agent looks like, how it is started, and whom it tells what. */
export interface Persona {
  readonly name: string;
  parse(args: readonly string[]): Started;
  /** A new conversation's id. */
  newConversation(): string;
  /** The way of its hooks, as its own options and files have it. */
  connect(args: readonly string[]): Promise<Deliver>;
  readonly looks: Looks;
}

/** What stands on its screen and in its title. `tick` counts the frames of a spinner. */
interface Looks {
  titleAtRest(topic: string): string;
  titleAtWork(topic: string, tick: number): string;
  titleWaiting(topic: string, tick: number): string;
  statusLine(tick: number): string;
  dialog(question: string): readonly string[];
  readonly interrupted: string;
  reply(words: string): string;
  readonly composer: string;
  readonly footer: string;
  readonly noConversation: (id: string) => string;
}
