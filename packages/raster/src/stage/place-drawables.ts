/** The shapes of a stage as items of the renderer. */
import type { Material } from "@usdkit/assets";
import { counted } from "@usdkit/base";
import type {
  Drawable,
  Geometry,
  GeometryProblem,
  SurfaceMaterial,
  VertexPrimvars,
  VertexValues,
} from "@usdkit/geometry";
import { namedInputs } from "@usdkit/geometry";
import { affineOf } from "../prepare/affine-of.ts";
import type { PlacedScene } from "../prepare/pack-items.ts";
import type { DrawnAsset, PlacedItem } from "../prepare/placed-item.ts";
import type { LeftOut } from "../prepare/prepare-data.ts";
import { SceneTotals, type CountedOfAssets } from "../prepare/scene-totals.ts";
import { EqualLooks } from "./equal-looks.ts";
import { assetMaterials, drawnGeometry, geometryAsset } from "./geometry-asset.ts";
import { differentInputs, type DifferentInput, readsPrimvars, resolveSurface } from "./resolved-surface.ts";
import { displayLook, surfaceLook, type SurfaceLook } from "./surface-look.ts";
import type { FindImage } from "./texture-images.ts";

/** Items, and the prims of which no instance can be drawn. */
export interface PlacedDrawables extends PlacedScene {
  readonly leftOut: readonly LeftOut[];
  /** What of shapes and materials is drawn in another way. */
  readonly problems: readonly GeometryProblem[];
}

/** Places each drawable once for each of its matrices; those that share a shape share an asset. What exceeds the limits is left out. */
export function placeDrawables(
  drawables: readonly Drawable[],
  find: FindImage,
  limits: CountedOfAssets,
): PlacedDrawables {
  const assets = new AssetsOfShapes(find);
  const totals = new SceneTotals(limits);
  const indices = new Map<string, number>();
  const items: PlacedItem[] = [];
  const leftOut: LeftOut[] = [];
  for (const drawable of drawables) {
    const { path, matrices } = drawable;
    let reason: LeftOut["reason"] | undefined;
    let beyond: { readonly limit: keyof CountedOfAssets; readonly shapes: number } | undefined;
    const { asset, materialsOf } = assets.of(drawable);
    for (const [i, matrix] of matrices.entries()) {
      const toWorld = affineOf(matrix);
      if (typeof toWorld === "string") {
        reason = toWorld;
        continue;
      }
      const over = totals.add(asset);
      if (over !== null) {
        // Totals do not fall: all further ones are beyond the limit too.
        beyond = { limit: over.limit, shapes: matrices.length - i };
        break;
      }
      const prim = indices.get(path) ?? indices.size;
      indices.set(path, prim);
      items.push({ path, prim, asset, toWorld, local: null, materials: materialsOf?.(i) });
    }
    if (beyond !== undefined && !indices.has(path)) reason = "limit";
    if (reason !== undefined) leftOut.push({ primPath: path, meshId: null, reason });
    if (beyond !== undefined) {
      const { limit, shapes } = beyond;
      const rest = `an image has at most ${limits[limit]} ${limit}; raise limits.${limit}`;
      assets.problems.push({ path, property: "", message: `${counted(shapes, "shape")} cannot be drawn: ${rest}` });
    }
  }
  return { prims: [...indices.keys()], items, leftOut, problems: assets.problems };
}

interface PlacedShape {
  readonly asset: DrawnAsset;
  /** Returns the materials of an instance; undefined: all have those of the asset. */
  readonly materialsOf: ((instance: number) => readonly Material[]) | undefined;
}

/** Materials that are equal but for their paths. */
interface AlikeMaterials {
  readonly first: SurfaceMaterial;
  readonly different: readonly DifferentInput[];
  readonly looks: Map<boolean, SurfaceLook>;
}

/** The assets of a shape. */
interface ShapeAssets {
  /** The shape that is drawn for it. */
  readonly drawn: ReturnType<typeof drawnGeometry>;
  /** By the first of the materials; there may be as many as prims. */
  readonly byMaterial: Map<
    SurfaceMaterial | null | undefined,
    { materials: Drawable["materials"]; asset: DrawnAsset }[]
  >;
  /** By the first of the looks. */
  readonly byLook: Map<SurfaceLook | undefined, { looks: readonly SurfaceLook[]; asset: DrawnAsset }[]>;
}

/** The assets of shapes, each once for the looks that it has. */
class AssetsOfShapes {
  readonly problems: GeometryProblem[] = [];
  readonly #find: FindImage;
  /** Of materials that look the same on all prims. */
  readonly #looks = new Map<SurfaceMaterial, Map<boolean, SurfaceLook>>();
  readonly #assets = new Map<Geometry, ShapeAssets>();
  readonly #equalLooks = new EqualLooks();
  readonly #byInputs = new Map<SurfaceMaterial["inputs"], AlikeMaterials>();

  /** Names of the primvars that the textures of materials are placed by. */
  readonly #texCoords = new Map<SurfaceMaterial, TexCoordFallbacks>();

  constructor(find: FindImage) {
    this.#find = find;
  }

  of(drawable: Drawable): PlacedShape {
    const { path, geometry, materials } = drawable;
    const instanced = Array.from(drawable.instancePrimvars).filter(
      ([name]) => geometry.type !== "splats" && !geometry.primvars.has(name),
    );
    // The values of the first instance stand for those of all, until each has its own.
    const values = instancePrimvars(instanced, 0);
    const asset = this.#assetOf(drawable, values);
    if (instanced.length === 0 || asset.type !== "mesh") return { asset, materialsOf: undefined };
    const byValues = new Map<string, readonly Material[]>();
    const owner = lookOwner(geometry);
    return {
      asset,
      materialsOf: (instance) => {
        const own = instancePrimvars(instanced, instance);
        const key = Array.from(own.values(), (each) => each.values.join()).join(";");
        const found =
          byValues.get(key) ??
          this.#materialsWith(path, materials, { ...owner, primvars: new Map([...own, ...owner.primvars]) });
        byValues.set(key, found);
        return found;
      },
    };
  }

  /** Returns one asset for drawables whose shapes are the same and whose materials look the same. */
  #assetOf(drawable: Drawable, instance: VertexPrimvars): DrawnAsset {
    const { geometry, materials } = drawable;
    const known = this.#assets.get(geometry) ?? this.#drawn(drawable);
    const plain = this.#plainLook(materials, known.drawn);
    const found = plain && known.byLook.get(plain)?.find(({ looks }) => looks.length === 1);
    if (found !== undefined) return found.asset;
    const alike = known.byMaterial.get(materials[0]) ?? [];
    const same = alike.find((each) => each.materials.every((material, i) => material === materials[i]));
    if (same !== undefined) return same.asset;
    const made = this.#make(drawable, known, instance);
    known.byMaterial.set(materials[0], [...alike, { materials, asset: made }]);
    return made;
  }

  /** Returns the look of the only material of a shape, if the shape has no influence on it, and nothing of it would be reported. */
  #plainLook(materials: Drawable["materials"], drawn: Geometry): SurfaceLook | undefined {
    const [material] = materials;
    if (materials.length !== 1 || material === null || this.#texCoords.get(material)?.size !== 0) return undefined;
    return this.#looks.get(material)?.get(isDoubleSided(drawn));
  }

  #drawn({ path, geometry }: Drawable): ShapeAssets {
    const drawn = drawnGeometry(geometry);
    if (drawn.type === "points" && drawn.widths !== null) {
      this.problems.push({ path, property: "widths", message: "So many points are drawn without their widths" });
    }
    const made: ShapeAssets = { drawn, byMaterial: new Map(), byLook: new Map() };
    this.#assets.set(geometry, made);
    return made;
  }

  #make({ path, materials }: Drawable, { drawn, byLook }: ShapeAssets, instance: VertexPrimvars): DrawnAsset {
    const owner = { ...lookOwner(drawn), primvars: new Map([...instance, ...primvarsOf(drawn)]) };
    if (drawn.type === "triangles") {
      for (const material of new Set(materials)) if (material !== null) this.#reportMissing(path, material, owner);
    }
    const looks = drawn.type === "triangles" ? this.#looksOf(path, materials, owner) : [];
    const [first] = looks;
    const alike = byLook.get(first) ?? [];
    const same = alike.find((each) => each.looks.every((look, i) => look === looks[i]));
    if (same !== undefined) return same.asset;
    const asset = geometryAsset(drawn, looks);
    byLook.set(first, [...alike, { looks, asset }]);
    return asset;
  }

  /** Reports texture coordinates that a material reads and a prim does not have. */
  #reportMissing(path: string, material: SurfaceMaterial, { primvars }: LookOwner): void {
    const names = this.#texCoords.get(material) ?? texCoordsOf(material);
    this.#texCoords.set(material, names);
    for (const [name, [u, v]] of names) {
      if (primvars.has(name)) continue;
      const texel = `their texel at (${u}, ${v}), the fallback, is drawn everywhere`;
      const message = `The textures of ${material.path} have no coordinates here: ${texel}`;
      this.problems.push({ path, property: `primvars:${name}`, message });
    }
  }

  #materialsWith(path: string, materials: Drawable["materials"], owner: LookOwner): readonly Material[] {
    return assetMaterials(this.#looksOf(path, materials, owner)).materials;
  }

  #looksOf(path: string, materials: Drawable["materials"], owner: LookOwner): readonly SurfaceLook[] {
    return materials.map((material) => this.#look(path, material, owner));
  }

  #look(path: string, material: SurfaceMaterial | null, { primvars, isDoubleSided }: LookOwner): SurfaceLook {
    if (material === null) return this.#equalLooks.of(displayLook(primvars, isDoubleSided));
    const bySides = this.#looks.get(material) ?? this.#newMaterial(material);
    const known = bySides.get(isDoubleSided);
    if (known !== undefined) return known;
    const resolved = resolveSurface(material, primvars);
    for (const name of resolved.notDrawn) {
      const message = `The material ${material.path} has a primvar for "${name}" that differs over the surface: it is drawn with a constant`;
      this.problems.push({ path, property: "", message });
    }
    const look = this.#equalLooks.of(surfaceLook(resolved, isDoubleSided, this.#find));
    if (!readsPrimvars(material)) bySides.set(isDoubleSided, look);
    return look;
  }

  #newMaterial(material: SurfaceMaterial): Map<boolean, SurfaceLook> {
    const known = this.#byInputs.get(material.inputs);
    const alike: AlikeMaterials =
      known !== undefined && areAlike(known.first, material)
        ? known
        : { first: material, different: differentInputs(material), looks: new Map() };
    this.#byInputs.set(material.inputs, alike);
    for (const { name, message } of alike.different) {
      this.problems.push({ path: material.path, property: `inputs:${name}`, message });
    }
    this.#looks.set(material, alike.looks);
    return alike.looks;
  }
}

/** Of each primvar that textures of a material are placed by: the coordinates where there is none. */
type TexCoordFallbacks = ReadonlyMap<string, readonly [u: number, v: number]>;

function texCoordsOf(material: SurfaceMaterial): TexCoordFallbacks {
  const found = new Map<string, readonly [number, number]>();
  for (const [, { source }] of namedInputs(material)) {
    if (source === null || source.kind === "primvar") continue;
    found.set(source.texCoords, source.texCoordsFallback ?? [0, 0]);
  }
  return found;
}

const noPrimvars: VertexPrimvars = new Map();

interface LookOwner {
  readonly primvars: VertexPrimvars;
  readonly isDoubleSided: boolean;
}

/** Both sides of surfaces are drawn, as in the reference's viewer, unless another triangle is in the same place. */
function isDoubleSided(geometry: Geometry): boolean {
  return geometry.type !== "triangles" || geometry.isBackHidden !== true;
}

function lookOwner(geometry: Geometry): LookOwner {
  return { primvars: primvarsOf(geometry), isDoubleSided: isDoubleSided(geometry) };
}

/** Whether materials with the same inputs are equal but for their paths. */
function areAlike(a: SurfaceMaterial, b: SurfaceMaterial): boolean {
  const { path: _, ...rest } = b;
  return Object.entries(rest).every(([name, value]) => a[name as keyof SurfaceMaterial] === value);
}

function primvarsOf(geometry: Geometry): VertexPrimvars {
  return geometry.type === "splats" ? noPrimvars : geometry.primvars;
}

/** Returns the primvars of one instance. */
function instancePrimvars(instanced: readonly (readonly [string, VertexValues])[], instance: number): VertexPrimvars {
  return new Map(
    instanced.map(([name, { components, values }]) => {
      const own = values.subarray(components * instance, components * (instance + 1));
      return [name, { components, values: own, isConstant: true }];
    }),
  );
}
