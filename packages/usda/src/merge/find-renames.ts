/** Finds the prims that a side renamed, so that the changes of the other side follow. */
import type { Layer, PrimLike, PrimSpec, Spec } from "@usdkit/layer";
import type { Rename } from "../edit/references.ts";
import { primFeatures, similarity, type PrimFeatures } from "./prim-features.ts";
import type { TextPair } from "./text-pair.ts";
import type { Versions } from "./three-way.ts";

type Owner = Spec & PrimLike & { readonly specType: "pseudoRoot" | "prim" | "variant" };

/** The renames that give each prim the same name in all three layers. */
export interface MergeRenames {
  readonly base: Rename[];
  readonly ours: Rename[];
  readonly theirs: Rename[];
  /** Prims that both sides renamed, to different names. */
  readonly conflicts: RenameConflict[];
}

export interface RenameConflict {
  /** The path after all renames, with the name of ours. */
  readonly path: string;
  readonly base: PrimSpec;
  readonly theirs: PrimSpec;
}

interface Family extends Versions<Owner> {
  /** The path after all renames. */
  readonly path: string;
}

/** The share of equal parts from which a prim counts as renamed; the next best must be lower by {@link MIN_LEAD}. */
const MIN_SIMILARITY = 2 / 3;
const MIN_LEAD = 0.1;
/** Bounds for one parent (comparisons), and for a merge (renames). Beyond them, renames are not followed. */
const MAX_PAIRS = 50_000;
const MAX_RENAMES = 500;

/**
 * Returns the renames of both sides. A prim is renamed if its parent has a new prim of the same specifier and type with
 * mostly the same parts, and no other prim that went or came is about as similar.
 */
export function findRenames(layers: Layers): MergeRenames {
  const found: MergeRenames = { base: [], ours: [], theirs: [], conflicts: [] };
  const { base, ours, theirs } = layers;
  const stack: Family[] = [{ base: base.root, ours: ours.root, theirs: theirs.root, path: "/" }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.ours === undefined || next.theirs === undefined || isUnchanged(layers, next)) continue;
    stack.push(...alignChildren(layers, next, found));
    stack.push(...variantsOf(next));
    if (found.base.length > MAX_RENAMES) return { base: [], ours: [], theirs: [], conflicts: [] };
  }
  return found;
}

interface Layers extends Readonly<Record<"base" | "ours" | "theirs", Layer>> {
  readonly toOurs: TextPair;
  readonly toTheirs: TextPair;
}

/** Returns whether the text of both sides is that of the base, so that no rename can be in it. */
function isUnchanged({ toOurs, toTheirs }: Layers, { base, ours, theirs }: Versions<Owner>): boolean {
  return toOurs.same(base?.range, ours?.range) && toTheirs.same(base?.range, theirs?.range);
}

/** Adds the renames of the children, and returns the children in threes. */
function alignChildren(layers: Layers, { base, ours, theirs, path }: Family, found: MergeRenames): Family[] {
  if (base === undefined) return [];
  const [before, left, right] = [base, ours, theirs].map(byName);
  const byOurs = renamesTo(layers.base, before, layers.ours, left);
  const byTheirs = renamesTo(layers.base, before, layers.theirs, right);
  return [...before].map(([name, old]) => {
    const own = left.get(byOurs.get(name) ?? name);
    const other = right.get(byTheirs.get(name) ?? name);
    const newName = byOurs.get(name) ?? byTheirs.get(name) ?? name;
    const separator = base.specType === "prim" ? "/" : "";
    const family = { base: old, ours: own, theirs: other, path: path + separator + newName };
    // A prim of that name which is another one stays apart.
    if ((left.get(newName) ?? own) !== own || (right.get(newName) ?? other) !== other) return family;
    if (newName === name) return family;
    found.base.push({ path: old.path, newName });
    if (own !== undefined && own.name !== newName) found.ours.push({ path: own.path, newName });
    if (other !== undefined && other.name !== newName) {
      found.theirs.push({ path: other.path, newName });
      if (own !== undefined && byTheirs.has(name))
        found.conflicts.push({ path: family.path, base: old, theirs: other });
    }
    return family;
  });
}

function byName(owner: Owner | undefined): Map<string, PrimSpec> {
  return new Map(owner?.children.map((each) => [each.name, each]));
}

interface Candidate {
  readonly name: string;
  readonly kind: string;
  readonly features: PrimFeatures;
}

/** Returns the new names of the children that a side renamed. */
function renamesTo(
  base: Layer,
  before: ReadonlyMap<string, PrimSpec>,
  changed: Layer,
  after: ReadonlyMap<string, PrimSpec>,
): Map<string, string> {
  const renames = new Map<string, string>();
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const come = gone.length === 0 ? [] : [...after.values()].filter(({ name }) => !before.has(name));
  if (come.length === 0 || gone.length * come.length > MAX_PAIRS) return renames;
  const candidate = (layer: Layer, prim: PrimSpec): Candidate => {
    const { name, specifier, typeName } = prim;
    return { name, kind: `${specifier} ${typeName}`, features: primFeatures(layer, prim) };
  };
  const [olds, news] = [gone.map((each) => candidate(base, each)), come.map((each) => candidate(changed, each))];
  for (const old of olds) {
    const best = bestOf(old, news);
    if (best !== undefined && bestOf(best, olds) === old) renames.set(old.name, best.name);
  }
  return renames;
}

/** Returns the candidate that is similar enough, and clearly more so than the others. */
function bestOf(one: Candidate, others: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  let [highest, second] = [0, 0];
  for (const other of others) {
    const score = other.kind === one.kind ? similarity(one.features, other.features) : 0;
    if (score > highest) [best, highest, second] = [other, score, highest];
    else second = Math.max(second, score);
  }
  return highest >= MIN_SIMILARITY && highest - second >= MIN_LEAD ? best : undefined;
}

function variantsOf({ base, ours, theirs, path }: Family): Family[] {
  return (base?.variantSets ?? []).flatMap((set) =>
    set.variants.map((variant): Family => {
      const same = (owner: Owner | undefined): Owner | undefined =>
        owner?.variantSets.find(({ name }) => name === set.name)?.variants.find(({ name }) => name === variant.name);
      return { base: variant, ours: same(ours), theirs: same(theirs), path: `${path}{${set.name}=${variant.name}}` };
    }),
  );
}
