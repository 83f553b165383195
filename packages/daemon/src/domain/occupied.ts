/**
 * How an entry says that its tree stayed because somebody was in it, and for no other reason: such a
 * tree is tried again when that one may have left.
 */
const IN_USE = "in use: ";

/** The words for whoever, or whatever, occupies a tree. */
export function occupiedBy(occupant: string): string {
  return `${IN_USE}${occupant}`;
}

/** True for such words. */
export function isOccupied(detail: string | null): boolean {
  return detail?.startsWith(IN_USE) === true;
}
