import type { BlockedWork } from "../../domain/session.ts";
import type { UnsavedWork } from "../../domain/unsaved-work.ts";

/** So many names of each kind are shown; the counts say how many there are. */
const SAMPLE_SIZE = 20;

/** A commit as people recognise it. */
export interface CommitName {
  readonly id: string;
  readonly subject: string;
}

/** What one look at a tree found; looks are added up to the probe's answer. */
export interface Findings {
  readonly uncommitted: Counted<string>;
  readonly untracked: Counted<string>;
  readonly unpushed: Counted<CommitName>;
  readonly inProgress: BlockedWork["inProgress"];
  /** Why something could not be told. */
  readonly doubts: readonly string[];
  readonly notes: readonly string[];
}

/** So many things, the first of them by name. */
export interface Counted<T> {
  readonly count: number;
  readonly sample: readonly T[];
  /** True where counting stopped early. */
  readonly atLeast: boolean;
}

const NONE: Counted<never> = { count: 0, sample: [], atLeast: false };

/** A look that found nothing. */
export const NOTHING: Findings = {
  uncommitted: NONE,
  untracked: NONE,
  unpushed: NONE,
  inProgress: null,
  doubts: [],
  notes: [],
};

/** A look that could not be finished. */
export function doubt(reason: string): Findings {
  return { ...NOTHING, doubts: [reason] };
}

/** Counts a list of which every member is known. */
export function counted<T>(all: readonly T[], atLeast = false): Counted<T> {
  return { count: all.length, sample: all.slice(0, SAMPLE_SIZE), atLeast };
}

/** Adds looks up, in their order. */
export function addUp(looks: readonly Findings[]): Findings {
  return {
    uncommitted: sum(looks.map((look) => look.uncommitted)),
    untracked: sum(looks.map((look) => look.untracked)),
    unpushed: sum(looks.map((look) => look.unpushed)),
    inProgress: looks.find((look) => look.inProgress !== null)?.inProgress ?? null,
    doubts: looks.flatMap((look) => look.doubts),
    notes: looks.flatMap((look) => look.notes),
  };
}

/** The findings of a submodule, its names as seen from the tree around it. */
export function inside(path: string, look: Findings): Findings {
  const named = (things: Counted<string>): Counted<string> => ({
    ...things,
    sample: things.sample.map((name) => `${path}/${name}`),
  });
  return {
    ...look,
    uncommitted: named(look.uncommitted),
    untracked: named(look.untracked),
    doubts: look.doubts.map((reason) => `in ${path}: ${reason}`),
    notes: look.notes.map((note) => `in ${path}: ${note}`),
  };
}

/** The probe's answer. */
export function toUnsavedWork(findings: Findings): UnsavedWork {
  const { uncommitted, untracked, unpushed, inProgress, doubts, notes } = findings;
  return {
    uncommitted: uncommitted.count,
    untracked: untracked.count,
    unpushed: unpushed.count,
    inProgress,
    unknown: doubts.length === 0 ? null : [...new Set(doubts)].join("; "),
    truncated: uncommitted.atLeast || untracked.atLeast || unpushed.atLeast,
    samples: {
      uncommitted: uncommitted.sample,
      untracked: untracked.sample,
      unpushed: unpushed.sample,
    },
    notes: [...new Set(notes)],
  };
}

function sum<T>(parts: readonly Counted<T>[]): Counted<T> {
  return {
    count: parts.reduce((total, part) => total + part.count, 0),
    sample: parts.flatMap((part) => part.sample).slice(0, SAMPLE_SIZE),
    atLeast: parts.some((part) => part.atLeast),
  };
}
