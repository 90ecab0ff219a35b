/** Sets of OpenUSD's prim types by inheritance, without the table of their properties. */
import { abstractTypes, typeBases } from "./type-bases.generated.ts";

/**
 * Returns the types that a prim may have, of those that are one of `ancestors` or inherit one, by name. Unknown names have none.
 *
 * @example concreteTypes("NonboundableLightBase") // Set { "DistantLight", "DomeLight", "DomeLight_1", "GeometryLight" }
 */
export function concreteTypes(...ancestors: readonly string[]): ReadonlySet<string> {
  const wanted: ReadonlySet<string> = new Set(ancestors);
  const abstract: ReadonlySet<string> = new Set(abstractTypes);
  const found = new Set<string>();
  for (const type of Object.keys(typeBases)) {
    if (abstract.has(type)) continue;
    let name: string | undefined = type;
    while (name !== undefined && !wanted.has(name)) name = typeBases[name];
    if (name !== undefined) found.add(type);
  }
  return found;
}
