/** A scene: built, or opened from a text. */
import {
  DEFAULT_MAX_RESOLUTION,
  encodeBase64,
  primTypes as defaultPrimTypes,
  sceneFormOf,
  type PrimTypes,
} from "@usdkit/service-scene";
import { validName, type Layer } from "@usdkit/layer";
import { parseUsda, printUsdaBytes } from "@usdkit/usda";
import { validate, type CheckOptions, type Finding } from "@usdkit/validate";
import { checkOptions } from "./check/check-options.ts";
import { checkName } from "./check/names.ts";
import { invalidValue, SceneError } from "./check/scene-error.ts";
import { addPrim, additions, type Addition, checkText } from "./handles/add-prim.ts";
import { addRenderSettings } from "./handles/render-settings.ts";
import { checkSpace, convertScene, type StageSpace } from "./handles/convert.ts";
import { ScenePrim } from "./handles/scene-prim.ts";
import type {
  AssetOptions,
  CameraHandle,
  CameraOptions,
  Container,
  HandleByType,
  MeshHandle,
  PrimOptions,
  RenderSettingsHandle,
  RenderSettingsOptions,
  SceneHandle,
  ScopeHandle,
  SplatHandle,
  TypedHandle,
  TypedPrimOptions,
  XformHandle,
} from "./handles/types.ts";
import { SceneState, type StageField, type StageMetadata } from "./model/scene-state.ts";
import { ScenePatch } from "./patch/scene-patch.ts";
import { SceneText } from "./write/scene-text.ts";

/** Options of a scene. */
export interface SceneOptions {
  /** The name of the root prim that represents the scene. Add it later; `validate` reports if it is missing. */
  readonly defaultPrim?: string | undefined;
  /** Documentation, any text. */
  readonly doc?: string | undefined;
  /** The largest width and height that the server accepts, in pixels; default 4500. */
  readonly maxResolution?: number | undefined;
  /** The prim types that the service reads; default: those of `@usdkit/service-scene`, to which `withPrimTypes` adds others. */
  readonly primTypes?: PrimTypes | undefined;
}

/** Metadata of a stage; undefined entries are not authored. */
export interface StageInfo {
  readonly defaultPrim: string | undefined;
  readonly documentation: string | undefined;
  readonly upAxis: "Y" | "Z" | undefined;
  /** 1 for metres. */
  readonly metersPerUnit: number | undefined;
}

/** Options of {@link Scene.fromUsda} and {@link Scene.fromLayer}. */
export type OpenOptions = Pick<SceneOptions, "maxResolution" | "primTypes">;

/** Options of {@link Scene.validate}: see {@link CheckOptions}. */
export type SceneCheckOptions = Omit<CheckOptions, "base">;

/**
 * A scene for the rendering service.
 *
 * Every call checks its arguments and throws a {@link SceneError}, which leaves the scene unchanged. Angles are degrees,
 * lens and aperture mm, lengths scene units.
 *
 * @example
 * const scene = new Scene({ defaultPrim: "World", doc: "Two chairs" });
 * const world = scene.xform("World");
 * world.mesh("Chair", { asset: "asset:/mesh/chair-01", target: "/mesh" }).translate([0, 0, -2]).rotateY(30);
 * world.camera("Main", { focalLength: 35 }).lookAt({ eye: [3, 2, 4], target: [0, 0.5, 0] });
 * scene.renderSettings({ resolution: [1280, 720] });
 * scene.toUsda();
 */
export class Scene implements Container {
  readonly #state: SceneState;
  readonly #text: SceneText;

  /**
   * Creates an empty scene.
   *
   * @param opened For {@link Scene.fromUsda} and {@link Scene.fromLayer}: a layer with a text that has no errors
   * @throws SceneError if an option is invalid
   */
  constructor(options: SceneOptions = {}, opened?: Layer) {
    if (opened !== undefined && opened.source === undefined)
      throw new TypeError("A layer without a text: use Scene.fromLayer");
    checkOptions("/", "Scene", options, ["defaultPrim", "doc", "maxResolution", "primTypes"]);
    const { primTypes = defaultPrimTypes } = options;
    this.#state = new SceneState({ maxResolution: checkMaxResolution(options.maxResolution), primTypes }, opened);
    this.#text = new SceneText(this.#state);
    this.#state.readLayer = () => this.#text.layer;
    if (options.defaultPrim !== undefined) this.defaultPrim(options.defaultPrim);
    if (options.doc !== undefined) this.doc(options.doc);
  }

  /**
   * Opens the text of a scene to change it. Unchanged parts stay byte for byte, including comments.
   *
   * @param source UTF-8 bytes, or a string
   * @throws SceneError with line and column if the text has errors
   * @example
   * const scene = Scene.fromUsda(readFileSync("scene.usda"));
   * scene.get("/World/Chair", "Mesh").rotateY(15);
   * writeFileSync("scene.usda", scene.toBytes());
   */
  static fromUsda(source: Uint8Array | string, options: OpenOptions = {}): Scene {
    // A copy: the caller may write into its own.
    const { layer, diagnostics } = parseUsda(typeof source === "string" ? source : source.slice());
    const [problem] = diagnostics;
    if (problem !== undefined) {
      const { line, column } = problem;
      throw new SceneError(`/: the text has an error in line ${line}, column ${column}: ${problem.message}`, {
        primPath: "/",
        expected: "a text that parseUsda reads without a diagnostic",
      });
    }
    return new Scene(options, layer);
  }

  /**
   * Opens a layer to change it: its text, if it was parsed from one, otherwise the output of `printUsda`.
   *
   * @throws SceneError with line and column if the text has errors
   */
  static fromLayer(layer: Layer, options: OpenOptions = {}): Scene {
    return Scene.fromUsda(layer.source ?? printUsdaBytes(layer), options);
  }

  /**
   * Sets the name of the root prim that represents the scene.
   *
   * @throws SceneError if it is not a valid name
   */
  defaultPrim(name: string): this {
    checkName(this.#state.root, name);
    this.#state.authorMetadata({ defaultPrim: name });
    return this;
  }

  /** Sets the documentation of the scene, any text. */
  doc(text: string): this {
    this.#state.authorMetadata({ doc: checkText("/", "doc", text) });
    return this;
  }

  /** The stage's metadata as authored; undefined entries have fallbacks: Y up, 0.01 metres per unit. */
  get stage(): StageInfo {
    const { metersPerUnit, upAxis } = this.#state.space();
    const has = (field: StageField): boolean => this.#state.stageValue(field) !== undefined;
    const text = (field: StageField): string | undefined => {
      const value = this.#state.stageValue(field);
      return value === undefined ? undefined : String(value);
    };
    return {
      defaultPrim: text("defaultPrim"),
      documentation: text("documentation"),
      upAxis: has("upAxis") ? upAxis : undefined,
      metersPerUnit: has("metersPerUnit") ? metersPerUnit : undefined,
    };
  }

  /**
   * Sets the up axis or the unit of the scene without changing any prim, to correct missing or wrong metadata. To convert the
   * prims as well, use {@link Scene.convert}. The service reads neither.
   *
   * @throws SceneError if a value is invalid
   */
  declareSpace(space: StageSpace): this {
    checkOptions("/", "declareSpace", space, ["upAxis", "metersPerUnit"]);
    checkSpace(space);
    this.#state.authorMetadata(space as StageMetadata);
    return this;
  }

  /**
   * Converts the scene to another up axis and unit, from those of its metadata (Y up and centimetres if there are none): the
   * world transform of each prim is rotated and scaled, and the camera's image stays the same. Paths stay.
   * A camera gets no scale; its clipping range, focus distance and f-stop are converted instead.
   *
   * @throws SceneError, and changes nothing, if an option is invalid, or a prim that must change has animated ops or ops that
   * other files may bring in
   * @example
   * scene.convert({ upAxis: "Y", metersPerUnit: 1 });
   */
  convert(space: StageSpace): this {
    convertScene(this.#state, space);
    return this;
  }

  xform(name: string, options?: PrimOptions): XformHandle {
    return this.#add(name, additions.xform(options));
  }

  scope(name: string, options?: PrimOptions): ScopeHandle {
    return this.#add(name, additions.scope(options));
  }

  mesh(name: string, options: AssetOptions): MeshHandle {
    return this.#add(name, additions.mesh(options));
  }

  splat(name: string, options: AssetOptions): SplatHandle {
    return this.#add(name, additions.splat(options));
  }

  camera(name: string, options?: CameraOptions): CameraHandle {
    return this.#add(name, additions.camera(options));
  }

  prim(typeName: string, name: string, options?: TypedPrimOptions): TypedHandle {
    return this.#add(name, additions.prim(typeName, options));
  }

  uniqueName(text: string): string {
    return this.#state.root.freeName(validName(text));
  }

  /**
   * Adds `/Render/Settings`: the size of the image, and `rel camera` to the first camera of the scene, which may be added later.
   *
   * @throws SceneError if the scene has RenderSettings, a name is taken, or an option is invalid
   */
  renderSettings(options: RenderSettingsOptions): RenderSettingsHandle {
    return new ScenePrim(this.#state, addRenderSettings(this.#state, options));
  }

  /**
   * Returns the prim at an absolute path; undefined if there is none, or it has another type.
   *
   * @example
   * scene.find("/World/Main", "Camera")?.fieldOfView({ horizontal: 60 });
   */
  find<T extends keyof HandleByType>(path: string, typeName: T): HandleByType[T] | undefined;
  find(path: string): SceneHandle | undefined;
  find(path: string, typeName?: string): SceneHandle | undefined {
    const state = this.#state.find(path);
    if (state?.parent === undefined || (typeName !== undefined && state.typeName !== typeName)) return undefined;
    return new ScenePrim(this.#state, state);
  }

  /**
   * Returns the prim at an absolute path.
   *
   * @throws SceneError with the nearest path if there is none, or it has another type
   */
  get<T extends keyof HandleByType>(path: string, typeName: T): HandleByType[T];
  get(path: string): SceneHandle;
  get(path: string, typeName?: string): SceneHandle {
    const state = this.#state.find(path);
    if (state?.parent === undefined) throw this.#state.notFound(path);
    if (typeName !== undefined && state.typeName !== typeName) {
      throw invalidValue(path, undefined, state.typeName, `a prim of the type ${typeName}`);
    }
    return new ScenePrim(this.#state, state);
  }

  /** Yields every prim that the service visits, in traversal order: parents first, in the order of addition. */
  *prims(): Generator<SceneHandle> {
    for (const state of this.#state.traverse()) yield new ScenePrim(this.#state, state);
  }

  /**
   * Returns a patch of this scene's camera, for a stream of it. The scene itself does not change.
   *
   * @example
   * scene.patch().camera("/World/Main").lookAt({ eye: [0, 2, 5], target: [0, 0, 0] }).toUsda();
   */
  patch(): ScenePatch {
    return new ScenePatch(this.#state, () => this.#text.layer);
  }

  /**
   * Returns findings of `@usdkit/validate`, with positions in the output of {@link Scene.toUsda}. A built scene can only
   * have missing parts (a camera, the resolution, the default prim) or cameras that the service does not use.
   *
   * @throws {RangeError} if an option is invalid
   */
  validate(options: SceneCheckOptions = {}): readonly Finding[] {
    const { maxResolution, primTypes } = this.#state;
    const { profile = "auto" } = options;
    // A scene without any payload and RenderSettings is one for the service nevertheless, of which these are missing.
    const form = sceneFormOf(this.#text.layer) === "patch" ? "patch" : "offline";
    const resolved = profile === "auto" ? form : profile;
    return validate(this.#text.bytes, { maxResolution, primTypes, ...options, profile: resolved });
  }

  /**
   * Returns USDA text, also of a scene without a camera or resolution: it may be a part of another.
   *
   * @throws {RangeError} if it is longer than a string can be: see {@link Scene.toBytes}
   */
  toUsda(): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#text.bytes);
  }

  /** Returns the text as UTF-8 bytes, a copy for the caller. */
  toBytes(): Uint8Array {
    return this.#text.bytes.slice();
  }

  /**
   * Returns the text as `usdContent` requires it: Base64 of UTF-8 bytes.
   *
   * @throws {@link Base64Error} if it is longer than a string can be
   */
  toBase64(): string {
    return encodeBase64(this.#text.bytes);
  }

  /** Returns the scene as a layer, which later calls do not change. */
  toLayer(): Layer {
    return this.#text.layer;
  }

  #add(name: string, addition: Addition): ScenePrim {
    return new ScenePrim(this.#state, addPrim(this.#state, this.#state.root, { ...addition, name }));
  }
}

function checkMaxResolution(value: number | undefined): number {
  if (value === undefined) return DEFAULT_MAX_RESOLUTION;
  if (!Number.isInteger(value) || value < 1)
    throw invalidValue("/", "maxResolution", value, "a whole number of pixels above 0");
  return value;
}
