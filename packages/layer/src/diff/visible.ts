/** Filters the members of a spec by the patterns to ignore. */
import type { PrimSpec, PropertySpec, VariantSetSpec, VariantSpec } from "../model/types.ts";
import type { PatternState, PathPatterns } from "../model/path-patterns.ts";
import type { OwnerSpec } from "./types.ts";

type Member = PrimSpec | PropertySpec | VariantSetSpec | VariantSpec;

/**
 * Returns the suffix that a member's path adds to that of the owner that `state` describes (for a variant, the owner
 * of the set).
 */
function suffixOf(owner: OwnerSpec, member: Member): string {
  switch (member.specType) {
    case "prim":
      return owner.specType === "prim" ? `/${member.name}` : member.name;
    case "variantSet":
      return `{${member.name}=}`;
    case "variant":
      return `{${member.parent.name}=${member.name}}`;
    default:
      return `.${member.name}`;
  }
}

/** Returns the state of a member. */
export function stateOf(filter: PathPatterns, state: PatternState, owner: OwnerSpec, member: Member): PatternState {
  return state === undefined ? undefined : filter.advance(state, suffixOf(owner, member));
}

/** Returns the members that no pattern covers. */
export function visible<T extends Member>(
  filter: PathPatterns,
  state: PatternState,
  owner: OwnerSpec,
  members: readonly T[],
): readonly T[] {
  if (state === undefined || members.length === 0) return members;
  return members.filter((member) => !filter.isMatch(stateOf(filter, state, owner, member)));
}
