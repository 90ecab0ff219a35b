/** What several rules ask of a scene, found out once a check: tables, transforms, cameras, near misses. */
import {
  payloadOf,
  type PayloadItem,
  type PrimDefinition,
  type PrimTypes,
  type PropertyDefinition,
} from "@usdkit/schema";
import type { Layer, PrimSpec, PropertySpec } from "@usdkit/layer";
import type { PrimPlace } from "../model/prim-place.ts";
import type { ResolvedProfile } from "../model/profile.ts";
import { CompositionReading } from "./composition-reading.ts";
import { primsByPath } from "./base-prims.ts";
import { Names } from "./names.ts";
import { readTransform, type TransformReading } from "./transform-reading.ts";

/** What it wants to see of the walk. */
interface SceneListeners {
  readonly prim?: ((prim: PrimSpec, place: PrimPlace) => void) | undefined;
  readonly undefinedPrim?: ((prim: PrimSpec) => void) | undefined;
}

/** One a check. It listens to the walk before all rules, so that they find it filled. */
export class SceneReading {
  readonly names: Names;
  /** Cameras in the order of the traversal. */
  readonly cameras: PrimSpec[] = [];
  /** RenderSettings in the order of the traversal. */
  readonly renderSettings: PrimPlace[] = [];
  /**
   * Types of which there is a prim that does not count: its type is a near miss of it, or it is no `def`. That has a finding of its
   * own, and nothing is called absent because of it.
   */
  readonly meantTypes: Set<string> = new Set();
  readonly listeners: SceneListeners;
  /** What composition may add to prims. */
  readonly composition: CompositionReading;
  readonly #isPatch: boolean;
  readonly #camera: PrimDefinition | undefined;
  readonly #renderSettings: PrimDefinition | undefined;
  readonly #base: Layer | undefined;
  #basePrims: ReadonlyMap<string, PrimSpec> | undefined;
  #payloadPrim: PrimSpec | undefined;
  #payloads: readonly PayloadItem[] = [];
  #place: PrimPlace | undefined;
  #transform: TransformReading | undefined;
  #property: PropertySpec | undefined;
  #definition: PropertyDefinition | undefined;

  constructor(layer: Layer, profile: ResolvedProfile, base: Layer | undefined, primTypes: PrimTypes) {
    this.composition = new CompositionReading(layer);
    this.names = new Names(primTypes);
    this.#camera = primTypes.get("Camera");
    this.#renderSettings = primTypes.get("RenderSettings");
    this.#isPatch = profile === "patch";
    this.#base = base;
    this.listeners =
      profile === "usda"
        ? {}
        : { prim: (prim, place) => this.#meet(prim, place), undefinedPrim: (prim) => this.#passOver(prim) };
  }

  #meet(prim: PrimSpec, place: PrimPlace): void {
    const { definition } = place;
    if (definition?.role === "camera") this.cameras.push(prim);
    else if (definition?.role === "renderSettings") this.renderSettings.push(place);
    else if (definition === undefined) {
      const near = this.names.nearType(prim.typeName);
      if (near !== undefined) this.meantTypes.add(near);
    }
  }

  #passOver(branch: PrimSpec): void {
    const stack: PrimSpec[] = [branch];
    for (let prim = stack.pop(); prim !== undefined; prim = stack.pop()) {
      if (prim.typeName !== "") this.meantTypes.add(prim.typeName);
      for (const child of prim.children) stack.push(child);
    }
  }

  /** The table that a prim is held to: that of its type, or the camera's for an `over` without one in a patch. */
  tableOf(place: PrimPlace): PrimDefinition | undefined {
    if (place.definition !== undefined || !this.#isPatch) return place.definition;
    return place.prim.typeName === "" && place.prim.specifier === "over" ? this.#camera : undefined;
  }

  /** The row of a property in the table of its prim. A camera's `resolution` has the row of RenderSettings (spec 2.8 rule 3). */
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

  /** What the property's name is a near miss of. */
  nearProperty(property: PropertySpec, place: PrimPlace): string | undefined {
    const table = this.tableOf(place);
    if (table === undefined || this.definitionOf(property, place) !== undefined) return undefined;
    return this.names.nearProperty(table, property.name);
  }

  /** The payloads of a prim that count. */
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

  /** The attribute of cameras that a name is a near miss of. */
  nearCameraAttribute(name: string): string | undefined {
    return this.#camera === undefined ? undefined : this.names.nearProperty(this.#camera, name);
  }

  /** The property of RenderSettings that a name is a near miss of. */
  nearRenderSetting(name: string): string | undefined {
    return this.#renderSettings === undefined ? undefined : this.names.nearProperty(this.#renderSettings, name);
  }

  /** What a prim says of its place; undefined where the service gives it none, or it says nothing. */
  transformOf(place: PrimPlace): TransformReading | undefined {
    if (this.#place !== place) {
      this.#place = place;
      const table = this.tableOf(place);
      this.#transform = table?.isTransformable === true ? readTransform(place.prim, this.names) : undefined;
    }
    return this.#transform;
  }

  /** Whether the scene that a patch belongs to is known. */
  get hasBase(): boolean {
    return this.#base !== undefined;
  }

  /** The prim of this path in the scene that a patch belongs to; undefined where there is none, and without a base. */
  basePrim(path: string): PrimSpec | undefined {
    if (this.#base === undefined) return undefined;
    this.#basePrims ??= primsByPath(this.#base);
    return this.#basePrims.get(path);
  }

  /** Every prim path of the scene that a patch belongs to. */
  basePaths(): Iterable<string> {
    if (this.#base === undefined) return [];
    this.#basePrims ??= primsByPath(this.#base);
    return this.#basePrims.keys();
  }
}
