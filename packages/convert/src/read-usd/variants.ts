/** Variants of the default prim as material variants and animations of glTF. */
import { StageGeometry, type Drawable, type Geometry, type StageGeometryOptions } from "@usdkit/geometry";
import { stageMetrics, type PrimNode, type Stage, type StageReader } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import { isConverted } from "./times.ts";

/** Selections by variant set, by prim. */
export type VariantSelections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Opens a stage with other variants. */
export type OpenVariant = (selections: VariantSelections) => Promise<Stage>;

/** Variants that are composed; each is a stage of its own. */
const MAX_VARIANTS = 64;
/** What a conversion from glTF adds if no variant has the materials that are shown without one. */
const ADDED_VARIANT = "Default";

/** A stage with variants. */
export interface VariantInput {
  readonly stage: Stage;
  readonly reader: StageReader;
  readonly open: OpenVariant;
  readonly losses: Losses;
  readonly time: number | null;
  readonly options: StageGeometryOptions;
  /** Whether variants may place what they show elsewhere, since animations do. */
  readonly isAnimated: boolean;
  /** Of the stage as it is. */
  readonly drawables: readonly Drawable[];
  /** Returns the materials of a drawable of a stage, by group. */
  readonly materialsOf: (drawable: Drawable, stage: Stage) => Promise<readonly (number | null)[]>;
}

/** What variants change. */
export interface StageVariants {
  /** Names of the variants that only change materials. */
  readonly names: readonly string[];
  /** By path of what is drawn, by group: by variant, the materials that are not those of the stage. */
  readonly materials: ReadonlyMap<string, readonly ReadonlyMap<number, number | null>[]>;
  /** Stages of the variants that change neither shapes nor materials: they may have other animations. */
  readonly others: readonly { readonly name: string; readonly stage: Stage }[];
}

/** A variant that is composed. */
interface Variant {
  readonly name: string;
  readonly stage: Stage;
  /** By path, by group; undefined if it has other shapes. */
  readonly materials: ReadonlyMap<string, readonly (number | null)[]> | undefined;
}

/** Reads the variants of the default prim. Sets whose variants change shapes are losses. */
export async function readVariants(input: VariantInput): Promise<StageVariants> {
  const { stage, reader, losses, drawables, materialsOf } = input;
  const path = stageMetrics(stage).defaultPrim ?? onlyRootWithVariants(reader);
  const sets = path === undefined ? new Map<string, readonly string[]>() : variantSets(reader, path);
  if (path === undefined || sets.size === 0) return { names: [], materials: new Map(), others: [] };
  const base = new Map<string, readonly (number | null)[]>();
  for (const drawable of drawables) base.set(keyOf(drawable), await materialsOf(drawable, stage));
  const names: string[] = [];
  const materials = new Map<string, Map<number, number | null>[]>();
  const others: { name: string; stage: Stage }[] = [];
  let left = MAX_VARIANTS;
  for (const [set, variants] of sets) {
    left -= variants.length;
    if (left < 0) {
      losses.add(path, `The variants of "${set}" are not read: there are more than ${MAX_VARIANTS} variants`);
      continue;
    }
    const read: Variant[] = [];
    for (const name of variants) read.push(await readVariant(input, name, { [path]: { [set]: name } }));
    if (read.some((variant) => variant.materials === undefined)) {
      losses.add(path, `The variants of "${set}" change more than materials: the selected one is converted`);
      continue;
    }
    const changed = read.map((variant) => changes(base, variant.materials ?? base));
    if (changed.every(({ length }) => length === 0)) {
      others.push(...read.map(({ name, stage: each }) => ({ name, stage: each })));
      continue;
    }
    for (const [i, { name }] of read.entries()) {
      if (changed[i].length === 0 && name === ADDED_VARIANT && isConverted(stage)) continue;
      const index = names.push(sets.size > 1 && names.includes(name) ? `${set}: ${name}` : name) - 1;
      for (const { key, group, material } of changed[i]) {
        const groups = materials.get(key) ?? (base.get(key) ?? []).map(() => new Map<number, number | null>());
        materials.set(key, groups);
        groups[group].set(index, material);
      }
    }
  }
  return { names, materials, others };
}

/** Stages without a default prim have the variants of a root prim, if it is the only one that has any. */
function onlyRootWithVariants(reader: StageReader): string | undefined {
  const found = Array.from(reader.children(reader.pseudoRoot)).filter(
    ({ path, isAbstract }) => !isAbstract && variantSets(reader, path).size > 0,
  );
  return found.length === 1 ? found[0].path : undefined;
}

/** Reports the variants of prims other than the one whose variants are read. */
export function reportOtherVariants(reader: StageReader, prims: readonly PrimNode[], losses: Losses): void {
  const own = stageMetrics(reader.stage).defaultPrim ?? onlyRootWithVariants(reader);
  for (const { path } of prims) {
    if (path === own) continue;
    for (const [set, variants] of variantSets(reader, path)) {
      if (variants.length < 2) continue;
      losses.add(path, `The variants of "${set}" are not those of the default prim: the selected one is converted`);
    }
  }
}

/** Identifies what is drawn: prototypes of a PointInstancer have its path. */
export function keyOf({ path, source }: Pick<Drawable, "path" | "source">): string {
  return path === source ? path : `${path} ${source}`;
}

/** Variant sets of a prim with their variants. */
function variantSets(reader: StageReader, path: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const prim = reader.prim(path);
  for (const { owner } of (prim && reader.opinions(prim)?.specs) ?? []) {
    for (const { name, variants } of owner.variantSets) {
      const known = found.get(name) ?? [];
      found.set(name, known);
      for (const variant of variants) if (!known.includes(variant.name)) known.push(variant.name);
    }
  }
  return found;
}

async function readVariant(
  { open, time, options, drawables, materialsOf, isAnimated }: VariantInput,
  name: string,
  selections: VariantSelections,
): Promise<Variant> {
  const stage = await open(selections);
  const shown = new StageGeometry(stage, options).at(time).drawables;
  const isSame =
    shown.length === drawables.length &&
    shown.every((each, i) => keyOf(each) === keyOf(drawables[i]) && looksSame(each, drawables[i], isAnimated));
  if (!isSame) return { name, stage, materials: undefined };
  const materials = new Map<string, readonly (number | null)[]>();
  for (const drawable of shown) materials.set(keyOf(drawable), await materialsOf(drawable, stage));
  return { name, stage, materials };
}

/** Whether two shapes are the same but for their materials. */
function looksSame(a: Drawable, b: Drawable, mayMove: boolean): boolean {
  return (
    a.materials.length === b.materials.length &&
    a.matrices.length === b.matrices.length &&
    (mayMove || a.matrices.every((matrix, i) => isSame(matrix, b.matrices[i]))) &&
    isSame(positionsOf(a.geometry), positionsOf(b.geometry))
  );
}

function positionsOf(geometry: Geometry): Float32Array {
  return geometry.positions;
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

interface MaterialChange {
  readonly key: string;
  readonly group: number;
  readonly material: number | null;
}

function changes(
  base: ReadonlyMap<string, readonly (number | null)[]>,
  other: ReadonlyMap<string, readonly (number | null)[]>,
): readonly MaterialChange[] {
  return Array.from(base).flatMap(([key, groups]) => {
    const found = other.get(key) ?? groups;
    return groups.flatMap((material, group): MaterialChange[] =>
      material === found[group] ? [] : [{ key, group, material: found[group] }],
    );
  });
}
