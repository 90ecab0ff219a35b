/** The prims that only one layer has, each with a hash of its content. */
import type { PrimSpec, VariantSpec } from "../model/types.ts";
import { hashOwner, hashText, mix } from "./content-hash.ts";
import type { PatternState, PathPatterns } from "../model/path-patterns.ts";
import { stateOf, visible } from "./visible.ts";

/** A prim that only one layer has and whose parent both have. */
export interface Root {
  readonly spec: PrimSpec;
  readonly state: PatternState;
}

/** A prim in one of the {@link Root}s that may have moved. */
export interface Candidate {
  readonly spec: PrimSpec;
  readonly state: PatternState;
  /** The index of the root that contains it. */
  readonly root: number;
  readonly isRoot: boolean;
  /** True if it has nothing but its type: too little to recognise it by. */
  readonly isBare: boolean;
  /** Number of prims in it, including itself. */
  size: number;
  hash: number;
  /** The candidates of the same side that it contains are those at `[index, end)`. */
  readonly index: number;
  end: number;
  isTaken: boolean;
}

interface Entry {
  readonly spec: PrimSpec | VariantSpec;
  readonly parent: Entry | undefined;
  readonly candidate: Candidate | undefined;
  sum: number;
  prims: number;
}

/**
 * Returns all candidates, each before those it contains. Prims in variants stay with their variant and are only
 * counted.
 */
export function listCandidates(roots: readonly Root[], filter: PathPatterns, exact: boolean): Candidate[] {
  const candidates: Candidate[] = [];
  roots.forEach(({ spec, state }, root) => {
    const entries: Entry[] = [];
    const stack: (readonly [PrimSpec | VariantSpec, PatternState, Entry | undefined])[] = [[spec, state, undefined]];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [owner, ownerState, parent] = next;
      const properties = visible(filter, ownerState, owner, owner.properties);
      const children = visible(filter, ownerState, owner, owner.children);
      let candidate: Candidate | undefined;
      if (owner.specType === "prim" && (parent === undefined || parent.candidate !== undefined)) {
        const members = properties.length + children.length + owner.variantSets.length + owner.fields.size;
        candidate = {
          spec: owner,
          state: ownerState,
          root,
          isRoot: parent === undefined,
          isBare: members === 0,
          size: 1,
          hash: 0,
          index: candidates.length,
          end: candidates.length,
          isTaken: false,
        };
        candidates.push(candidate);
      }
      const sum = hashOwner(owner, properties, exact);
      const entry: Entry = { spec: owner, parent, candidate, sum, prims: owner.specType === "prim" ? 1 : 0 };
      entries.push(entry);
      for (let i = children.length - 1; i >= 0; i--) {
        stack.push([children[i], stateOf(filter, ownerState, owner, children[i]), entry]);
      }
      for (const { variants } of visible(filter, ownerState, owner, owner.variantSets)) {
        for (const variant of visible(filter, ownerState, owner, variants)) {
          stack.push([variant, stateOf(filter, ownerState, owner, variant), entry]);
        }
      }
    }
    // Entries come after the entry that contains them, so a backward walk completes each before it counts in its
    // parent.
    for (const { spec: owner, parent, candidate, sum, prims } of entries.reverse()) {
      if (candidate !== undefined) {
        candidate.size = prims;
        candidate.hash = mix(sum, prims);
        candidate.end = Math.max(candidate.end, candidate.index + 1);
      }
      if (parent === undefined) continue;
      const label = owner.specType === "prim" ? owner.name : `${owner.parent.name}=${owner.name}`;
      parent.sum = (parent.sum + mix(hashText(label), sum)) | 0;
      parent.prims += prims;
      if (candidate !== undefined && parent.candidate !== undefined) {
        parent.candidate.end = Math.max(parent.candidate.end, candidate.end);
      }
    }
  });
  return candidates;
}
