/** Adding prims to a scene. */
import type { PrimRole } from "@usdkit/service-scene";
import { checkName } from "../check/names.ts";
import { checkOptions } from "../check/check-options.ts";
import { checkPayload } from "../check/check-payload.ts";
import { setAttributes } from "../model/authored-attributes.ts";
import { PrimState } from "../model/prim-state.ts";
import { comesBefore, type SceneState } from "../model/scene-state.ts";
import { invalidValue, rejection } from "../check/scene-error.ts";
import { setLens } from "./lens.ts";
import { cameraOf } from "./removal.ts";
import type { AssetOptions, CameraOptions, PrimOptions, TypedPrimOptions } from "./types.ts";

/** The default limit of `parseUsda`. */
const MAX_DEPTH = 1000;

/** A prim to add. */
export interface NewPrim {
  readonly typeName: string;
  readonly name: string;
  /** Authors its content; may throw. */
  readonly author: (state: PrimState) => void;
}

/** A prim to add under a name that is given later. */
export type Addition = Omit<NewPrim, "name">;

/** What the methods of containers add. */
export const additions = {
  xform: (options?: PrimOptions): Addition => container("Xform", options),
  scope: (options?: PrimOptions): Addition => container("Scope", options),
  mesh: (options: AssetOptions): Addition => asset("Mesh", options),
  splat: (options: AssetOptions): Addition => asset("ParticleField3DGaussianSplat", options),
  camera: (options?: CameraOptions): Addition => ({
    typeName: "Camera",
    author: (state) => authorCamera(state, options),
  }),
  prim: (typeName: string, options?: TypedPrimOptions): Addition => ({
    typeName,
    author: (state) => authorTyped(state, options),
  }),
} as const;

function container(typeName: string, options: PrimOptions | undefined): Addition {
  return { typeName, author: (state) => authorContainer(state, options) };
}

function asset(typeName: string, options: AssetOptions): Addition {
  return { typeName, author: (state) => authorAsset(state, options) };
}

/**
 * Adds a prim as the last child; it is in the scene only if everything about it was valid.
 *
 * @throws SceneError if the name is invalid or taken, or `author` throws
 */
export function addPrim(scene: SceneState, parent: PrimState, { typeName, name, author }: NewPrim): PrimState {
  if (parent.definition?.holdsPrims === false) {
    throw rejection(parent.path, `${parent.typeName} does not hold prims`);
  }
  const state = newPrim(scene, parent, typeName, name);
  author(state);
  parent.attach(state);
  const chosen = state.definition?.role === "camera" ? chosenCamera(scene) : undefined;
  if (chosen !== undefined && comesBefore(state, chosen)) {
    parent.detach(state);
    throw rejection(
      state.path,
      `this camera would come before ${chosen.path}, which the RenderSettings target, and the service renders only the first one: ` +
        "add it after that one",
    );
  }
  return state;
}

/** Returns a prim that is not in the scene yet. */
export function newPrim(scene: SceneState, parent: PrimState, typeName: string, name: string): PrimState {
  parent.checkInPlace();
  checkName(parent, name);
  const taken = parent.child(name);
  if (taken !== undefined) {
    throw rejection(
      parent.path,
      `there is a prim "${name}" already (${taken.typeName}); uniqueName("${name}") returns a free name`,
    );
  }
  if (parent.depth >= MAX_DEPTH) throw rejection(parent.path.slice(0, 200), `prims nest at most ${MAX_DEPTH} deep`);
  return new PrimState(scene, { name, typeName, parent });
}

/** @throws SceneError if an option does not exist or is invalid */
function authorContainer(state: PrimState, options: PrimOptions = {}): void {
  checkOptions(state.path, state.typeName, options, ["doc"]);
  authorDoc(state, options.doc);
}

/** @throws SceneError if an option does not exist or is invalid */
function authorAsset(state: PrimState, options: AssetOptions): void {
  checkOptions(state.path, state.typeName, options, ["asset", "target", "doc"]);
  const { asset, target, doc } = (options ?? {}) as Partial<AssetOptions>;
  state.author({ payload: checkPayload(state, asset, target) });
  authorDoc(state, doc);
}

/** @throws SceneError if an option does not exist or is invalid */
function authorCamera(state: PrimState, { doc, ...lens }: CameraOptions = {}): void {
  setLens(state, lens);
  authorDoc(state, doc);
}

/** @throws SceneError if the scene has no such type, an option does not exist or is invalid */
function authorTyped(state: PrimState, options: TypedPrimOptions = {}): void {
  const role: PrimRole | undefined = state.definition?.role;
  if (role === undefined) {
    throw rejection(
      state.path,
      `${JSON.stringify(state.typeName)} is not one of the scene's prim types; pass it as primTypes`,
    );
  }
  checkOptions(state.path, state.typeName, options, ["attributes", "doc"]);
  if (role === "renderSettings") throw rejection(state.path, "use scene.renderSettings to add RenderSettings");
  if (options.attributes !== undefined) setAttributes(state, options.attributes);
  authorDoc(state, options.doc);
}

/** @throws SceneError if it is not a string, or one that no file can contain */
export function authorDoc(state: PrimState, doc: string | undefined): void {
  if (doc !== undefined) state.author({ doc: checkText(state.path, "doc", doc) });
}

/** @throws SceneError if it is not a string, or one that no file can contain */
export function checkText(path: string, what: string, text: unknown): string {
  if (typeof text === "string" && text.isWellFormed()) return text;
  throw invalidValue(path, what, text, "a text without lone surrogates");
}

/** The camera that the RenderSettings target, authored by a call or in the text: it must stay the first one. */
function chosenCamera(scene: SceneState): PrimState | undefined {
  const path = scene.settings === undefined ? undefined : cameraOf(scene.settings);
  return path === undefined ? undefined : scene.find(path);
}
