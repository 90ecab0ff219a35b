/** Finds prims that are removed in one place and added in another. */
import { parentPath } from "../model/paths.ts";
import type { Candidate } from "./subtrees.ts";

/** A removed prim and its counterpart. */
export interface Move {
  readonly before: Candidate;
  readonly after: Candidate;
}

/** Number of other candidates that are tried before the first in line is taken. */
const MAX_TRIES = 8;

/**
 * Returns pairs of prims with the same content: the largest first, pairs with the same name before others. One prim
 * of a pair is always the root of a subtree that only one layer has: otherwise a prim that was renamed and changed
 * would produce a line for each prim in it.
 *
 * @param isSame whether the content of the two is exactly the same, paths into them followed
 */
export function findMoves(
  removed: readonly Candidate[],
  added: readonly Candidate[],
  isSame: (move: Move) => boolean,
): Move[] {
  const moves: Move[] = [];
  const byHash = new Map<number, { removed: Candidate[]; added: Candidate[] }>();
  for (const candidate of removed) {
    const group = byHash.get(candidate.hash);
    if (group === undefined) byHash.set(candidate.hash, { removed: [candidate], added: [] });
    else group.removed.push(candidate);
  }
  for (const candidate of added) byHash.get(candidate.hash)?.added.push(candidate);
  const groups = [...byHash.values()].filter((group) => group.added.length > 0);
  groups.sort((a, b) => b.removed[0].size - a.removed[0].size);

  const take = (before: Candidate, after: Candidate): void => {
    for (const [{ index, end }, side] of [
      [before, removed],
      [after, added],
    ] as const) {
      for (let i = index; i < end; i++) side[i].isTaken = true;
    }
    moves.push({ before, after });
  };
  for (const group of groups) {
    const of = (side: readonly Candidate[], isRoot: boolean): Candidate[] =>
      side.filter((each) => each.isRoot === isRoot);
    const [gone, come] = [of(group.removed, true), of(group.added, true)];
    match(gone, come, isSame, take);
    match(gone, of(group.added, false), isSame, take);
    match(of(group.removed, false), come, isSame, take);
  }
  return renamed(removed, added, moves);
}

type Take = (before: Candidate, after: Candidate) => void;

function match(
  removed: readonly Candidate[],
  added: readonly Candidate[],
  isSame: (move: Move) => boolean,
  take: Take,
): void {
  if (removed.length === 0 || added.length === 0) return;
  const byName = new Map<string, Candidate[]>();
  for (const after of added.toReversed()) {
    const list = byName.get(after.spec.name);
    if (list === undefined) byName.set(after.spec.name, [after]);
    else list.push(after);
  }
  for (const before of removed) {
    const list = byName.get(before.spec.name) ?? [];
    while (list.at(-1)?.isTaken === true) list.pop();
    const after = list.at(-1);
    if (after !== undefined && !before.isTaken && isSame({ before, after })) take(before, after);
  }
  const [gone, come] = [removed, added].map((side) => side.filter(({ isTaken }) => !isTaken));
  if (gone === undefined || come === undefined || gone.length === 0 || come.length === 0) return;
  // Prims of the same hash are either all bare or all not.
  if (gone[0].isBare || come[0].isBare) matchBare(gone, come, take);
  else matchInOrder(gone, come, isSame, take);
}

/** A bare `def Xform` matches only in its own place under another name, not in other places. */
function matchBare(removed: readonly Candidate[], added: readonly Candidate[], take: Take): void {
  const places = new Map<string, Candidate[]>();
  for (const after of added.toReversed()) {
    if (!after.isRoot) continue;
    const path = parentPath(after.spec.path);
    const list = places.get(path);
    if (list === undefined) places.set(path, [after]);
    else list.push(after);
  }
  for (const before of removed) {
    const after = before.isRoot ? places.get(parentPath(before.spec.path))?.pop() : undefined;
    if (after !== undefined) take(before, after);
  }
}

/** Pairs each with the first in line that is equal; if none of the next few is, with the first. */
function matchInOrder(
  removed: readonly Candidate[],
  added: readonly Candidate[],
  isSame: (move: Move) => boolean,
  take: Take,
): void {
  const line = [...added];
  for (let start = 0; start < removed.length && start < line.length; start++) {
    const before = removed[start];
    const end = Math.min(start + MAX_TRIES, line.length);
    let at = start;
    while (at < end && !isSame({ before, after: line[at] })) at++;
    // The hash omits little: paths into the prim that did not follow it. They are reported as changes in it.
    if (at === end) at = start;
    const after = line[at];
    // Those that were skipped stay in line.
    line.copyWithin(start + 1, start, at);
    line[start] = after;
    take(before, after);
  }
}

/**
 * Returns a prim that was both renamed and changed: the only one removed from its parent, paired with the only one
 * added there, of the same type, with at least half of the child names in common.
 */
function renamed(removed: readonly Candidate[], added: readonly Candidate[], moves: Move[]): Move[] {
  const taken = new Set(moves.flatMap(({ before, after }) => [`- ${before.root}`, `+ ${after.root}`]));
  const places = new Map<string, { removed: Candidate[]; added: Candidate[] }>();
  for (const [side, all] of [
    ["removed", removed],
    ["added", added],
  ] as const) {
    for (const candidate of all) {
      if (!candidate.isRoot) continue;
      const path = parentPath(candidate.spec.path);
      const place = places.get(path) ?? { removed: [], added: [] };
      places.set(path, place);
      place[side].push(candidate);
    }
  }
  for (const place of places.values()) {
    if (place.removed.length !== 1 || place.added.length !== 1) continue;
    const [before, after] = [place.removed[0], place.added[0]];
    // Prims that moved out of it or into it are already reported.
    if (taken.has(`- ${before.root}`) || taken.has(`+ ${after.root}`)) continue;
    if (before.spec.typeName !== after.spec.typeName || before.spec.children.length === 0) continue;
    const names = new Set(before.spec.children.map(({ name }) => name));
    const shared = after.spec.children.filter(({ name }) => names.has(name)).length;
    if (shared * 2 >= Math.max(names.size, after.spec.children.length)) moves.push({ before, after });
  }
  return moves;
}
