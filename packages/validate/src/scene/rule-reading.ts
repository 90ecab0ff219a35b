/** The details of a scene that rules need and the plan does not: near misses, transforms as authored, the base of a patch. */
import {
  payloadOf,
  type PayloadItem,
  type PrimDefinition,
  type PropertyDefinition,
  type PrimPlace,
  type PrimTypes,
  type SceneVisitor,
} from "@usdkit/service-scene";
import type { Layer, PrimSpec, PropertySpec } from "@usdkit/layer";
import { isServiceProfile, type ResolvedProfile } from "../model/profile.ts";
import { CompositionReading } from "./composition-reading.ts";
import { primsByPath } from "./base-prims.ts";
import { Names } from "./names.ts";
import { hasServiceContent } from "./resolve-profile.ts";
import { patchPrims, type PatchPrim } from "./patch-prims.ts";
import { readTransform, type TransformReading } from "./transform-reading.ts";

/** The prims of a scene that rules ask for by their role. */
export interface RolePrims {
  readonly layer: Layer;
  readonly primTypes: PrimTypes;
  /** Cameras in the order of the traversal. */
  readonly cameras: readonly PrimSpec[];
  /** RenderSettings in the order of the traversal. */
  readonly renderSettings: readonly PrimPlace[];
}

/**
 * What several rules read of a scene, computed once for each check: the prims of the walk by their role, and details that are
 * computed on first access. It visits each prim before the rules do.
 */
export class RuleReading {
  readonly names: Names;
  /**
   * Types of prims that are not used because the type is misspelled or the prim is not a `def`. Such a prim has a finding
   * of its own, and is not reported as missing.
   */
  readonly meantTypes: Set<string> = new Set();
  /** Whether a prim of the type Material counts. */
  hasMaterial = false;
  /** Whether a prim counts that is drawn: of the role `asset` or `other`. */
  isDrawn = false;
  readonly visitor: SceneVisitor;
  /** What composition may add to prims. */
  readonly composition: CompositionReading;
  readonly #reading: RolePrims;
  readonly #isPatch: boolean;
  readonly #camera: PrimDefinition | undefined;
  readonly #renderSettings: PrimDefinition | undefined;
  readonly #base: Layer | undefined;
  #isServiceScene: boolean | undefined;
  #patchPrims: readonly PatchPrim[] | undefined;
  #basePrims: ReadonlyMap<string, PrimSpec> | undefined;
  #payloadPrim: PrimSpec | undefined;
  #payloads: readonly PayloadItem[] = [];
  #place: PrimPlace | undefined;
  #transform: TransformReading | undefined;
  #property: PropertySpec | undefined;
  #definition: PropertyDefinition | undefined;

  /** @param names those of an earlier check with the same prim types, whose results are kept */
  constructor(
    reading: RolePrims,
    profile: ResolvedProfile,
    base: Layer | undefined,
    names: Names = new Names(reading.primTypes),
  ) {
    const { layer, primTypes } = reading;
    this.#reading = reading;
    this.composition = new CompositionReading(layer);
    this.names = names;
    this.#camera = primTypes.get("Camera");
    this.#renderSettings = primTypes.get("RenderSettings");
    this.#isPatch = profile === "patch";
    this.#base = base;
    this.visitor = isServiceProfile(profile)
      ? { prim: (prim, place) => this.#enter(prim, place), undefinedPrim: (prim) => this.#leaveOut(prim) }
      : {};
  }

  /** Cameras in the order of the traversal. */
  get cameras(): readonly PrimSpec[] {
    return this.#reading.cameras;
  }

  /** RenderSettings in the order of the traversal. */
  get renderSettings(): readonly PrimPlace[] {
    return this.#reading.renderSettings;
  }

  /**
   * Whether the layer is a scene of the service by its content, whatever the profile. No other layer references such a scene, so
   * that fixes may change how its prims are authored; other files may be a part of any stage.
   */
  get isServiceScene(): boolean {
    return (this.#isServiceScene ??= hasServiceContent(this.#reading.layer));
  }

  /** Every prim of a patch, in the order of the traversal. */
  get patchPrims(): readonly PatchPrim[] {
    return (this.#patchPrims ??= patchPrims(this.#reading.layer));
  }

  #enter(prim: PrimSpec, { definition }: PrimPlace): void {
    if (definition === undefined) {
      if (prim.typeName === "Material") this.hasMaterial = true;
      const near = this.names.nearType(prim.typeName);
      if (near !== undefined) this.meantTypes.add(near);
    } else if (definition.role === "asset" || definition.role === "other") this.isDrawn = true;
  }

  #leaveOut(branch: PrimSpec): void {
    const stack: PrimSpec[] = [branch];
    for (let prim = stack.pop(); prim !== undefined; prim = stack.pop()) {
      if (prim.typeName !== "") this.meantTypes.add(prim.typeName);
      for (const child of prim.children) stack.push(child);
    }
  }

  /** Returns the table of a prim: that of its type, or the camera's for an `over` without a type in a patch. */
  tableOf(place: PrimPlace): PrimDefinition | undefined {
    if (place.definition !== undefined || !this.#isPatch) return place.definition;
    return place.prim.typeName === "" && place.prim.specifier === "over" ? this.#camera : undefined;
  }

  /** Returns the row of a property in the table of its prim. A camera's `resolution` has the row of RenderSettings (spec 2.8 rule 3). */
  definitionOf(property: PropertySpec, place: PrimPlace): PropertyDefinition | undefined {
    if (this.#property === property) return this.#definition;
    const table = this.tableOf(place);
    let definition = table?.properties.get(property.name);
    if (definition === undefined && table?.role === "camera" && property.name === "resolution" && !this.#isPatch) {
      definition = this.#renderSettings?.properties.get("resolution");
    }
    this.#property = property;
    this.#definition = definition;
    return definition;
  }

  /** Returns the property that the name is a near miss of. */
  nearProperty(property: PropertySpec, place: PrimPlace): string | undefined {
    const table = this.tableOf(place);
    if (table === undefined || this.definitionOf(property, place) !== undefined) return undefined;
    return this.names.nearProperty(table, property.name);
  }

  /** Returns the payloads of a prim that have an effect. */
  payloadsOf(prim: PrimSpec): readonly PayloadItem[] {
    if (this.#payloadPrim !== prim) {
      this.#payloadPrim = prim;
      this.#payloads = payloadOf(prim);
    }
    return this.#payloads;
  }

  /** Returns whether this is an attribute of the Camera row of spec 2.8, `xformOp:transform` and `xformOpOrder` included. */
  isCameraAttribute(name: string): boolean {
    return this.#camera?.properties.has(name) === true;
  }

  /** Returns the attribute of cameras that a name is a near miss of. */
  nearCameraAttribute(name: string): string | undefined {
    return this.#camera === undefined ? undefined : this.names.nearProperty(this.#camera, name);
  }

  /** Returns the property of RenderSettings that a name is a near miss of. */
  nearRenderSetting(name: string): string | undefined {
    return this.#renderSettings === undefined ? undefined : this.names.nearProperty(this.#renderSettings, name);
  }

  /** Returns the authored transformation of a prim; undefined if it is not transformable, or authors none. */
  transformOf(place: PrimPlace): TransformReading | undefined {
    if (this.#place !== place) {
      this.#place = place;
      const table = this.tableOf(place);
      this.#transform = table?.isTransformable === true ? readTransform(place.prim, this.names) : undefined;
    }
    return this.#transform;
  }

  /** Whether the scene that a patch belongs to was passed. */
  get hasBase(): boolean {
    return this.#base !== undefined;
  }

  /** Returns the prim of this path in the scene that a patch belongs to; undefined if there is none, and without a base. */
  basePrim(path: string): PrimSpec | undefined {
    if (this.#base === undefined) return undefined;
    this.#basePrims ??= primsByPath(this.#base);
    return this.#basePrims.get(path);
  }

  /** Returns every prim path of the scene that a patch belongs to. */
  basePaths(): Iterable<string> {
    if (this.#base === undefined) return [];
    this.#basePrims ??= primsByPath(this.#base);
    return this.#basePrims.keys();
  }
}
