/** The variants that the user selects, by the paths of prims in each layer on the way from the root layer. */

/** Selections as those of a stage: by prim path and variant set. */
export type VariantChoices = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Variants by set, by the path of their prim in a layer. */
export type SelectedVariants = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Selections that lead through an arc to another layer. */
export interface TargetSelections {
  /** The prim that the paths of the selections are below; "" for the root of the layer, null for the default prim. */
  readonly prim: string | null;
  readonly selected: SelectedVariants;
}

/** No selections: every variant is followed. */
export const noSelections: TargetSelections = { prim: "", selected: new Map() };

/** Returns the selections of a stage, by the paths of its root layer. */
export function stageSelections(variants: VariantChoices = {}): TargetSelections {
  const entries = Object.entries(variants).map(([prim, sets]) => [prim, new Map(Object.entries(sets))] as const);
  return entries.length === 0 ? noSelections : { prim: "", selected: new Map(entries) };
}

/** Returns the selections that an arc of a prim takes to its target: those of the prim and of the prims below it. */
export function selectionsBelow(
  selected: SelectedVariants,
  prim: string,
  target: string,
): TargetSelections | undefined {
  const below = [...selected].filter(([path]) => isAtOrBelow(path, prim));
  if (below.length === 0) return undefined;
  return {
    prim: target === "" ? null : target,
    selected: new Map(below.map(([path, sets]) => [path.slice(prim.length), sets])),
  };
}

/** Returns selections by the paths of prims in their layer; none if they are below its default prim and it has none. */
export function selectionsIn({ prim, selected }: TargetSelections, defaultPrim: string): SelectedVariants {
  const target = prim ?? defaultPrim;
  if (target === "") return prim === "" ? selected : noSelections.selected;
  return new Map([...selected].map(([path, sets]) => [`${target}${path}`, sets]));
}

/** Returns what tells selections from others, as data for JSON. */
export function selectionsKey({ prim, selected }: TargetSelections): readonly unknown[] {
  if (selected.size === 0) return [];
  return [prim, [...selected].map(([path, sets]) => [path, [...sets].sort(byName)]).sort(byName)];
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}

/** Whether a path is that of a prim, or one below it. */
function isAtOrBelow(path: string, prim: string): boolean {
  return path.startsWith(prim) && (path.length === prim.length || path[prim.length] === "/");
}
