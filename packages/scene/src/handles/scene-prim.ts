/** The handle of every prim of a scene. */
import {
  payloadOf,
  type AttributeData,
  type PayloadItem,
  type PrimDefinition,
  type Resolution,
} from "@usdkit/service-scene";
import { checkOptions } from "../check/check-options.ts";
import { checkPayload } from "../check/check-payload.ts";
import { validName } from "@usdkit/layer";
import { rejection } from "../check/scene-error.ts";
import { setAttributes } from "../model/authored-attributes.ts";
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import { addPrim, additions, type Addition, checkText } from "./add-prim.ts";
import { customAttributes, removeProperty, setCustomAttribute, type CustomAttribute } from "./custom-attributes.ts";
import { cameraOf, removePrim } from "./removal.ts";
import { duplicateState, moveState, renameState, type MoveOptions, type RenameOptions } from "./restructure.ts";
import { checkCamera, setResolution } from "./render-settings.ts";
import { SubjectControls } from "./subject-controls.ts";
import type {
  AssetHandle,
  AssetOptions,
  CameraHandle,
  CameraOptions,
  CameraReference,
  Container,
  HandleByType,
  MeshHandle,
  PayloadReference,
  PlacedHandle,
  PrimHandle,
  PrimOptions,
  RenderSettingsHandle,
  SceneHandle,
  ScopeHandle,
  SplatHandle,
  TypedHandle,
  TypedPrimOptions,
  XformHandle,
} from "./types.ts";

function payloadsOf({ originPrim }: PrimState): readonly PayloadItem[] {
  return originPrim === undefined ? [] : payloadOf(originPrim);
}

/** The definition of a prim's type decides which calls it supports; others throw a SceneError, and the types omit them. */
export class ScenePrim
  extends SubjectControls
  implements XformHandle, AssetHandle, CameraHandle, RenderSettingsHandle, TypedHandle
{
  /** @internal */
  declare protected readonly subject: PrimState;
  readonly #scene: SceneState;

  /** @internal Handles come from a scene or a container. */
  constructor(scene: SceneState, state: PrimState) {
    super(state);
    this.#scene = scene;
  }

  get definition(): PrimDefinition | undefined {
    return this.subject.definition;
  }

  is<T extends keyof HandleByType>(typeName: T): this is HandleByType[T] {
    return this.typeName === typeName;
  }

  isTransformable(): this is PlacedHandle {
    return this.definition?.isTransformable === true;
  }

  isContainer(): this is PrimHandle & Container {
    return this.definition === undefined ? this.typeName === "" : this.definition.holdsPrims;
  }

  doc(text: string): this {
    this.subject.author({ doc: checkText(this.path, "doc", text) });
    return this;
  }

  set(attributes: Readonly<Record<string, unknown>>): this {
    setAttributes(this.subject, attributes);
    return this;
  }

  attribute(name: string): AttributeData | undefined {
    return this.subject.attribute(name);
  }

  remove(): void {
    removePrim(this.#scene, this.subject);
  }

  rename(name: string, options: RenameOptions = {}): this {
    checkOptions(this.path, "rename", options, ["detach"]);
    renameState(this.#scene, this.subject, name, options);
    return this;
  }

  moveTo(parent: string | { readonly path: string }, options: MoveOptions = {}): this {
    checkOptions(this.path, "moveTo", options, ["name", "keepWorld", "detach", "variantOpinions"]);
    const path = typeof parent === "string" ? parent : parent.path;
    const target = this.#scene.find(path);
    if (target === undefined) throw this.#scene.notFound(path);
    moveState(this.#scene, this.subject, target, options);
    return this;
  }

  duplicate(name?: string): ScenePrim {
    const { parent } = this.subject;
    const free = name ?? parent?.freeName(this.name) ?? this.name;
    return new ScenePrim(this.#scene, duplicateState(this.#scene, this.subject, free));
  }

  custom(name: string): AttributeData | undefined;
  custom(name: string, type: string, value: unknown): this;
  custom(name: string, ...given: readonly unknown[]): AttributeData | undefined | this {
    if (given.length === 0) return customAttributes(this.subject).get(name)?.value;
    const [type, value] = given;
    setCustomAttribute(this.subject, name, type as string, value);
    return this;
  }

  get customAttributes(): ReadonlyMap<string, CustomAttribute> {
    return customAttributes(this.subject);
  }

  removeProperty(name: string): this {
    removeProperty(this.subject, name);
    return this;
  }

  asset(asset: string, target?: string | null): this {
    this.#require("asset", "has no payload");
    const present = this.payload;
    const payloads = this.subject.authored.payload === undefined ? payloadsOf(this.subject) : [];
    if (payloads.length > 1) {
      throw rejection(
        this.path,
        `the prim has ${payloads.length} payloads, and a prim is drawn with one: remove the others from the text`,
      );
    }
    const kept = target === undefined ? present?.target : (target ?? undefined);
    this.subject.author({ payload: checkPayload(this.subject, asset, kept) });
    return this;
  }

  get payload(): PayloadReference | undefined {
    const { authored } = this.subject;
    if (authored.payload !== undefined) return authored.payload;
    const [first] = payloadsOf(this.subject);
    return first === undefined ? undefined : { asset: first.asset, target: first.target ?? undefined };
  }

  get documentation(): string | undefined {
    const { authored, originPrim } = this.subject;
    if (authored.doc !== undefined) return authored.doc;
    const value = originPrim?.fields.get("documentation")?.value;
    return value?.kind === "typed" && typeof value.data === "string" ? value.data : undefined;
  }

  get parent(): SceneHandle | undefined {
    const { parent } = this.subject;
    return parent?.parent === undefined ? undefined : new ScenePrim(this.#scene, parent);
  }

  get children(): readonly SceneHandle[] {
    return this.subject.children.map((child) => new ScenePrim(this.#scene, child));
  }

  get cameraPath(): string | undefined {
    if (this.definition?.role !== "renderSettings") return undefined;
    return (
      cameraOf(this.subject) ??
      (this.subject.authored.cameraTarget === "first" ? this.#scene.firstCamera()?.path : undefined)
    );
  }

  resolution(): Resolution | undefined;
  resolution(resolution: Resolution): this;
  resolution(...given: readonly Resolution[]): Resolution | undefined | this {
    if (given.length === 0) return this.subject.attribute("resolution") as Resolution | undefined;
    const [resolution] = given;
    this.#require("renderSettings", "has no resolution that counts");
    setResolution(this.#scene, this.subject, resolution);
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

  prim(typeName: string, name: string, options?: TypedPrimOptions): TypedHandle {
    return this.#add(name, additions.prim(typeName, options));
  }

  camera(name: string, options?: CameraOptions): CameraHandle;
  camera(camera?: CameraReference): this;
  camera(camera?: CameraReference, options?: CameraOptions): CameraHandle | this {
    if (this.definition?.role !== "renderSettings") {
      return this.#add(camera as string, additions.camera(options));
    }
    this.subject.author({ cameraTarget: checkCamera(this.#scene, this.subject, camera) });
    return this;
  }

  uniqueName(text: string): string {
    return this.subject.freeName(validName(text));
  }

  #add(name: string, addition: Addition): ScenePrim {
    return new ScenePrim(this.#scene, addPrim(this.#scene, this.subject, { ...addition, name }));
  }

  #require(role: PrimDefinition["role"], problem: string): void {
    if (this.definition?.role !== role)
      throw rejection(this.path, `${this.typeName || "a prim without a type"} ${problem}`);
  }
}
