/** Plans what the service uses of a full scene, during a walk. */
import type { Layer, PrimSpec } from "@usdkit/layer";
import { attributeValue, propertyOf, type AttributeData } from "../prims/attribute-value.ts";
import { payloadOf } from "../payload/payload-of.ts";
import type { PrimDefinition, PrimTypes } from "../prims/definition.ts";
import { typeNames } from "../prims/type-names.ts";
import { isTransformOp } from "@usdkit/transforms";
import { ignoredLayerMetadata, ignoredPrimMetadata } from "./ignored-metadata.ts";
import { ignoredList, ignoredProperties } from "./ignored-properties.ts";
import { planCamera } from "./plan-camera.ts";
import { cameraTargetsOf, resolutionOf } from "./prims-that-count.ts";
import type { PlannedCamera, PlannedItem, PlannedPrim, PlannedRenderSettings, ScenePlan } from "./types.ts";
import type { PrimPlace, SceneVisitor } from "./walk-scene.ts";

/** Builds the plan of a full scene as a visitor of the walk. */
export class ScenePlanner {
  readonly visitor: SceneVisitor;
  private readonly primTypes: PrimTypes;
  private readonly items: PlannedItem[] = [];
  private readonly prims: PlannedPrim[] = [];
  private readonly ignored = ignoredList();
  private camera: { readonly prim: PrimSpec; readonly planned: PlannedCamera } | undefined;
  private settings: PlannedRenderSettings | undefined;
  /** The type that one entry covers for all prims below; absent if there is none. */
  private readonly covered = new Map<PrimPlace, string>();

  constructor(layer: Layer, primTypes: PrimTypes) {
    this.primTypes = primTypes;
    const { add } = this.ignored;
    ignoredLayerMetadata(layer, add);
    this.visitor = {
      prim: (prim, place) => this.enter(prim, place),
      inactivePrim: ({ path }) => add(path, "inactive", "inactive, with everything under it"),
      undefinedPrim: ({ path, specifier }) =>
        add(path, "specifier", `a full scene uses def: ${specifier} is left out, with everything under it`),
    };
  }

  private enter(prim: PrimSpec, place: PrimPlace): void {
    const above = place.parent === undefined ? undefined : this.covered.get(place.parent);
    const below = this.visit(prim, place, above ?? "");
    if (below !== "" && prim.children.length > 0) this.covered.set(place, below);
  }

  /** Returns the type that one entry covers for all prims below, or "". */
  private visit(prim: PrimSpec, place: PrimPlace, ignoredAbove: string): string {
    const { add } = this.ignored;
    ignoredPrimMetadata(prim, add);
    const { definition } = place;
    const { path, typeName } = prim;
    if (definition?.role !== "asset" && payloadOf(prim).length > 0) {
      add(path, "composition", `only a ${typeNames(this.primTypes, "or", "asset")} may have a payload`);
    }
    if (definition === undefined && typeName !== "") return this.visitIgnored(prim, ignoredAbove);
    if (definition === undefined || this.visitKnown(place, definition)) ignoredProperties(prim, definition, add);
    // A container between a material and its shaders.
    return ignoredAbove === "Material" ? ignoredAbove : "";
  }

  /** Returns false for a prim that an earlier one of its type makes ineffective. */
  private visitKnown(place: PrimPlace, definition: PrimDefinition): boolean {
    const { prim } = place;
    switch (definition.role) {
      case "container":
        return true;
      case "asset":
        this.visitItem(place);
        return true;
      case "camera":
        return this.visitCamera(place);
      case "renderSettings":
        return this.visitSettings(prim);
      case "other":
        this.prims.push({
          path: prim.path,
          type: prim.typeName,
          worldMatrix: place.worldMatrix,
          attributes: attributesOf(prim, definition),
        });
        return true;
    }
  }

  /** Returns the type that one entry covers. */
  private visitIgnored(prim: PrimSpec, ignoredAbove: string): string {
    const { path, typeName } = prim;
    const isMaterial = typeName === "Material";
    const isNetwork = isMaterial || typeName === "Shader" || typeName === "NodeGraph";
    // Shaders belong to their material.
    if (isNetwork && !isMaterial && ignoredAbove === "Material") return ignoredAbove;
    if (isNetwork) this.ignored.add(path, "material", "materials are not read");
    else {
      const hasMatrix = propertyOf(prim, "xformOp:transform") !== undefined;
      const matrix = hasMatrix ? "; its matrix does not count" : "";
      if (typeName !== ignoredAbove || hasMatrix) {
        this.ignored.add(path, "type", `the service does not read ${typeName} prims${matrix}`);
      }
    }
    return typeName;
  }

  private visitCamera({ prim, worldMatrix }: PrimPlace): boolean {
    if (this.camera !== undefined) {
      this.ignored.add(prim.path, "camera", `only the first camera counts, ${this.camera.prim.path}`);
      return false;
    }
    this.camera = { prim, planned: planCamera(prim, worldMatrix) };
    return true;
  }

  private visitSettings(prim: PrimSpec): boolean {
    if (this.settings !== undefined) {
      const lost = resolutionOf(prim) === undefined ? "" : "; this resolution does not";
      this.ignored.add(
        prim.path,
        "render-settings",
        `only the first RenderSettings count, ${this.settings.path}${lost}`,
      );
      return false;
    }
    this.settings = {
      path: prim.path,
      cameraTargets: cameraTargetsOf(prim),
      resolution: resolutionOf(prim) ?? null,
    };
    return true;
  }

  private visitItem(place: PrimPlace): void {
    const { path, typeName: type } = place.prim;
    const payloads = payloadOf(place.prim);
    const [payload] = payloads;
    if (payload === undefined) this.ignored.add(path, "payload", "nothing to draw: it has no payload");
    else if (payloads.length > 1) {
      this.ignored.add(path, "payload", `nothing to draw: it has ${payloads.length} payloads, where one is allowed`);
    } else if ("problem" in payload.parsed) {
      this.ignored.add(path, "payload", `nothing to draw: ${payload.parsed.problem}`);
    } else {
      const { asset, target, parsed } = payload;
      this.items.push({ path, type, meshId: parsed.meshId, asset, target, worldMatrix: place.worldMatrix });
    }
  }

  /** Returns the plan, after the walk. */
  plan(): ScenePlan {
    const { camera, settings, items, prims } = this;
    const fallback = camera === undefined ? undefined : resolutionOf(camera.prim);
    const fromSettings = settings?.resolution ?? null;
    if (camera !== undefined && fallback !== undefined && fromSettings !== null) {
      this.ignored.add(`${camera.prim.path}.resolution`, "resolution", "that of the RenderSettings counts");
    }
    const [target] = settings?.cameraTargets ?? [];
    if (settings !== undefined && target !== undefined && target !== camera?.prim.path) {
      const used = camera === undefined ? "there is none" : camera.prim.path;
      this.ignored.add(
        `${settings.path}.camera`,
        "camera",
        `the first camera counts, whatever this relationship targets: ${used}`,
      );
    }
    const resolution = fromSettings ?? fallback ?? null;
    const source = fromSettings === null ? "Camera" : "RenderSettings";
    return {
      form: "scene",
      camera: camera?.planned ?? null,
      resolution,
      resolutionSource: resolution === null ? null : source,
      renderSettings: settings ?? null,
      items,
      prims,
      ignored: this.ignored.list,
    };
  }
}

/** Authored values of the right type, otherwise fallbacks. */
function attributesOf(prim: PrimSpec, { properties }: PrimDefinition): Readonly<Record<string, AttributeData>> {
  const values: [string, AttributeData][] = [];
  for (const { name, kind, type, fallback } of properties.values()) {
    if (kind !== "attribute" || isTransformOp(name) || name === "xformOpOrder") continue;
    const value = attributeValue(prim, name, type) ?? fallback;
    if (value !== undefined) values.push([name, value]);
  }
  return Object.fromEntries(values);
}
