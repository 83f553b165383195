import { addUp, counted, doubt, inside, NOTHING, type Findings } from "./findings.ts";
import { readHiddenEdits } from "./hidden-edits.ts";
import { readInProgress } from "./in-progress.ts";
import { createIndexFindings, type IndexAnswer, type ReadIndexFindings } from "./index-findings.ts";
import { createLandedCommits, type LandedCommits } from "./landed.ts";
import type { Look, Place } from "./place.ts";
import { readStashNotes } from "./stash-notes.ts";
import { readStatus } from "./status.ts";
import { readSubmodules } from "./submodules.ts";
import { readUnpushed } from "./unpushed.ts";

/** Submodules of submodules are followed this deep. */
const MAX_DEPTH = 10;

/** What earlier probes found and what still holds, by ids and file facts that cannot lie. */
export interface ProbeMemory {
  readonly landed: LandedCommits;
  readonly readIndex: ReadIndexFindings;
}

/** A memory that knows nothing yet. */
export function createProbeMemory(): ProbeMemory {
  return { landed: createLandedCommits(), readIndex: createIndexFindings() };
}

/** Everything that would be lost with a checkout, its submodules' included. */
export async function inspectPlace(
  look: Look,
  place: Place,
  memory: ProbeMemory,
  depth = 0,
): Promise<Findings> {
  const [status, index, unpushed, inProgress, notes] = await Promise.all([
    readStatus(look, place),
    memory.readIndex(look, place),
    readUnpushed(look, place, memory.landed),
    readInProgress(place.gitDir),
    readStashNotes(look, place),
  ]);
  const hidden = await readHidden(look, place, { index, seen: status.changedNames });
  const looks = [status.findings, hidden, unpushed, { ...NOTHING, inProgress, notes }];
  if (index.kind === "unknown") return addUp(looks);

  for (const submodule of await readSubmodules(look, place, index.index.gitlinks)) {
    if (submodule.kind === "other") looks.push(submodule.findings);
    else if (depth >= MAX_DEPTH) looks.push(doubt(`${submodule.place.top} is nested too deep`));
    else {
      const within = await inspectPlace(look, submodule.place, memory, depth + 1);
      looks.push(inside(submodule.name, within));
    }
  }
  return addUp(looks);
}

async function readHidden(
  look: Look,
  place: Place,
  known: { readonly index: IndexAnswer; readonly seen: ReadonlySet<string> },
): Promise<Findings> {
  if (known.index.kind === "unknown") return doubt(known.index.reason);
  const hidden = await readHiddenEdits(look, place, known.index.index);
  if (hidden.kind === "unknown") return doubt(hidden.reason);
  const names = hidden.names.filter((name) => !known.seen.has(name));
  return { ...NOTHING, uncommitted: counted(names) };
}
