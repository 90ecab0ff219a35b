import type { PrimRole, PrimTypes } from "./definition.ts";

/** Returns the names of the types, or of those with a role, for a sentence: `Mesh or ParticleField3DGaussianSplat`. */
export function typeNames(primTypes: PrimTypes, conjunction: "and" | "or", role?: PrimRole): string {
  const names = [...primTypes.values()].filter((each) => role === undefined || each.role === role);
  const texts = names.map(({ typeName }) => typeName);
  const last = texts.pop() ?? "no type";
  return texts.length === 0 ? last : `${texts.join(", ")} ${conjunction} ${last}`;
}
