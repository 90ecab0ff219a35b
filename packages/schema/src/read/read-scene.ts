/** What the service will use of a layer. */
import type { Layer, PrimSpec } from "@usdkit/layer";
import { attributeValue, definitionOf, propertyOf, type AttributeData } from "../authored/attribute-value.ts";
import { identityMatrix, type RowMatrix } from "../matrix/row-matrix.ts";
import { payloadOf } from "../payload/payload-of.ts";
import type { PrimDefinition, PrimTypes } from "../prims/definition.ts";
import { primTypes as defaultPrimTypes } from "../prims/index.ts";
import { worldMatrixBelow } from "../transform/service-matrix.ts";
import { typeNames } from "../prims/type-names.ts";
import { isTransformOp } from "../transform/op-name.ts";
import { ignoredLayerMetadata, ignoredPrimMetadata } from "./ignored-metadata.ts";
import { ignoredList, ignoredProperties } from "./ignored-properties.ts";
import { planCamera } from "./plan-camera.ts";
import { cameraTargetsOf, resolutionOf, sceneFormOf } from "./prims-that-count.ts";
import { readPatch } from "./read-patch.ts";
import { childrenInOrder, isActive } from "./traverse.ts";
import type { PlannedCamera, PlannedItem, PlannedPrim, PlannedRenderSettings, SceneForm, ScenePlan } from "./types.ts";

/** How a layer is read. */
export interface ReadSceneOptions {
  /** Default: a patch if every root prim is an `over`, otherwise a full scene. */
  readonly form?: SceneForm | undefined;
  /** The prim types that are read; default: those of the service. See {@link withPrimTypes}. */
  readonly primTypes?: PrimTypes | undefined;
}

/**
 * Returns what the service will use of a layer: its camera, resolution and items, and everything that it ignores, with the reason
 * (spec 2.8). Never throws for the content of a file: numbers are returned as they are, NaN and infinities too.
 *
 * World matrices are for row vectors, from the prim's space to the world's, by the matrices of `xformOp:transform`; lens and
 * aperture are mm, distances scene units, the resolution pixels.
 *
 * @example
 * const { layer } = parseUsda(text);
 * const { camera, resolution, items, ignored } = readScene(layer);
 */
export function readScene(layer: Layer, options: ReadSceneOptions = {}): ScenePlan {
  const form = options.form ?? sceneFormOf(layer);
  return form === "patch" ? readPatch(layer) : new SceneReader(options.primTypes ?? defaultPrimTypes).read(layer);
}

/** A prim to visit, with its context. */
interface Step {
  readonly prim: PrimSpec;
  readonly parentWorld: RowMatrix;
  /** The type of the ignored prim above, whose entry covers the prims of that type below it. */
  readonly ignoredAbove: string;
}

class SceneReader {
  private readonly primTypes: PrimTypes;
  private readonly items: PlannedItem[] = [];
  private readonly prims: PlannedPrim[] = [];
  private readonly ignored = ignoredList();
  private camera: { readonly prim: PrimSpec; readonly planned: PlannedCamera } | undefined;
  private settings: PlannedRenderSettings | undefined;

  constructor(primTypes: PrimTypes) {
    this.primTypes = primTypes;
  }

  read(layer: Layer): ScenePlan {
    ignoredLayerMetadata(layer, this.ignored.add);
    const stack: Step[] = [];
    push(stack, layer.root, identityMatrix, "");
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (!this.counts(step.prim)) continue;
      const world = worldMatrixBelow(step.prim, step.parentWorld, this.primTypes);
      push(stack, step.prim, world, this.visit(step, world));
    }
    return this.plan();
  }

  /** Returns false for a prim that is left out with everything under it. */
  private counts(prim: PrimSpec): boolean {
    if (!isActive(prim)) {
      this.ignored.add(prim.path, "inactive", "inactive, with everything under it");
      return false;
    }
    if (prim.specifier === "def") return true;
    this.ignored.add(
      prim.path,
      "specifier",
      `a full scene uses def: ${prim.specifier} is left out, with everything under it`,
    );
    return false;
  }

  /** Returns the type that one entry covers for all prims below, or "". */
  private visit({ prim, ignoredAbove }: Step, world: RowMatrix): string {
    const { add } = this.ignored;
    ignoredPrimMetadata(prim, add);
    const definition = definitionOf(prim, this.primTypes);
    const { path, typeName } = prim;
    if (definition?.role !== "asset" && payloadOf(prim).length > 0) {
      add(path, "composition", `only a ${typeNames(this.primTypes, "or", "asset")} may have a payload`);
    }
    if (definition === undefined && typeName !== "") return this.visitIgnored(prim, ignoredAbove);
    if (definition === undefined || this.visitKnown(prim, definition, world)) ignoredProperties(prim, definition, add);
    // A container between a material and its shaders.
    return ignoredAbove === "Material" ? ignoredAbove : "";
  }

  /** False for a prim that another one of its type makes ineffective. */
  private visitKnown(prim: PrimSpec, definition: PrimDefinition, world: RowMatrix): boolean {
    switch (definition.role) {
      case "container":
        return true;
      case "asset":
        this.visitItem(prim, world);
        return true;
      case "camera":
        return this.visitCamera(prim, world);
      case "renderSettings":
        return this.visitSettings(prim);
      case "other":
        this.prims.push({
          path: prim.path,
          type: prim.typeName,
          worldMatrix: world,
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
    // Shaders of a material are a part of it.
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

  private visitCamera(prim: PrimSpec, worldMatrix: RowMatrix): boolean {
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

  private visitItem(prim: PrimSpec, worldMatrix: RowMatrix): void {
    const { path } = prim;
    const payloads = payloadOf(prim);
    const [payload] = payloads;
    if (payload === undefined) this.ignored.add(path, "payload", "nothing to draw: it has no payload");
    else if (payloads.length > 1) {
      this.ignored.add(path, "payload", `nothing to draw: it has ${payloads.length} payloads, where one is allowed`);
    } else if ("problem" in payload.parsed) {
      this.ignored.add(path, "payload", `nothing to draw: ${payload.parsed.problem}`);
    } else {
      const { typeName: type } = prim;
      const { asset, target, parsed } = payload;
      this.items.push({ path, type, meshId: parsed.meshId, asset, target, worldMatrix });
    }
  }

  private plan(): ScenePlan {
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

function push(stack: Step[], owner: Layer["root"] | PrimSpec, parentWorld: RowMatrix, ignoredAbove: string): void {
  const children = childrenInOrder(owner);
  for (let i = children.length - 1; i >= 0; i--) stack.push({ prim: children[i], parentWorld, ignoredAbove });
}
