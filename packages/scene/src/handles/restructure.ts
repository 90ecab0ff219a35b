/** Renames, moves and copies prims of built or opened scenes. */
import { cameraTargetsOf, firstCamera, renderSettingsOf } from "@usdkit/service-scene";
import type { Layer } from "@usdkit/layer";
import {
  applyEdits,
  duplicatePrim,
  EditError,
  movePrim,
  parseUsda,
  renamePrimInVariants,
  type TextEdit,
} from "@usdkit/usda";
import { checkName } from "../check/names.ts";
import { rejection, showValue } from "../check/scene-error.ts";
import { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import { opinionsElsewhere } from "./opinions-elsewhere.ts";
import { place, placementBelow } from "./place.ts";
import { cameraOf } from "./removal.ts";

/** Options of `rename`. */
export interface RenameOptions {
  /** True renames the opinions of this text although others, which an arc brings in, keep the old name. Default false. */
  readonly detach?: boolean | undefined;
}

/** Options of `move`. */
export interface MoveOptions extends RenameOptions {
  /** The name below the new parent; default: the current one. */
  readonly name?: string | undefined;
  /**
   * True writes the prim's transform as one matrix that keeps it where it is in the world: all ops of it and of the prims above
   * count. Default false: its ops stay.
   */
  readonly keepWorld?: boolean | undefined;
  /**
   * Opinions about the prim in variants of the prims above, which cannot follow to another parent: `leave` keeps them at
   * the old path, `remove` removes them. By default, the move throws if there are any.
   */
  readonly variantOpinions?: "leave" | "remove" | undefined;
}

/** @throws SceneError if the name is invalid or taken, or opinions from elsewhere would keep the old name */
export function renameState(scene: SceneState, state: PrimState, name: string, options: RenameOptions): void {
  const parent = parentOf(state);
  checkName(parent, name);
  if (name === state.name) return;
  checkFree(parent, name);
  checkAttached(state, "renaming", "rename(name, { detach: true })", options.detach);
  const { path } = state;
  const apply = (): void => {
    parent.renameChild(state, name);
    followPath(scene, path, state);
  };
  if (scene.opened === undefined) return apply();
  restructure(scene, (layer) => renamePrimInVariants(layer, path, name), apply);
}

/** @throws SceneError like {@link renameState}, and if the parent cannot have children or is inside the prim itself */
export function moveState(scene: SceneState, state: PrimState, target: PrimState, options: MoveOptions): void {
  const { name = state.name, detach, keepWorld = false, variantOpinions } = options;
  const parent = parentOf(state);
  if (variantOpinions !== undefined && variantOpinions !== "leave" && variantOpinions !== "remove") {
    throw rejection(state.path, `variantOpinions is "leave" or "remove", found ${showValue(variantOpinions)}`);
  }
  target.checkInPlace();
  checkName(target, name);
  if (target.definition?.holdsPrims === false) throw rejection(target.path, `${target.typeName} does not hold prims`);
  for (let above: PrimState | undefined = target; above !== undefined; above = above.parent) {
    if (above === state) throw rejection(state.path, `a prim cannot be moved into itself: ${target.path}`);
  }
  if (parent === target) return renameState(scene, state, name, options);
  checkFree(target, name);
  checkAttached(state, "moving", "moveTo(parent, { detach: true })", detach);
  const placement = keepWorld ? placementBelow(state, target) : undefined;
  const { path } = state;
  const apply = (): void => {
    parent.release(state);
    if (name !== state.name) state.setName(name);
    target.attach(state);
    followPath(scene, path, state);
  };
  if (scene.opened === undefined) {
    apply();
    const settings = scene.settings;
    const chosen = settings === undefined ? undefined : cameraOf(settings);
    const first = scene.firstCamera()?.path;
    if (chosen !== undefined && chosen !== first) {
      target.release(state);
      state.setName(lastName(path));
      parent.attach(state);
      followPath(scene, chosenPath(target, name), state);
      throw cameraWouldChange(path, chosen, first);
    }
  } else {
    const to = chosenPath(target, name);
    restructure(scene, (layer) => movePrim(layer, path, to, { variantOpinions }), apply);
  }
  if (placement !== undefined) place(state, placement);
}

/** @throws SceneError if the name is invalid or taken, or RenderSettings would be copied */
export function duplicateState(scene: SceneState, state: PrimState, name: string): PrimState {
  const parent = parentOf(state);
  checkName(parent, name);
  checkFree(parent, name);
  const stack = [state];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.definition?.role === "renderSettings") {
      throw rejection(next.path, "RenderSettings cannot be duplicated: the service uses only the first of a scene");
    }
    stack.push(...next.children);
  }
  if (scene.opened === undefined) return parent.insertAfter(state, copyOf(scene, state, parent, name));
  const { path } = state;
  restructure(
    scene,
    (layer) => duplicatePrim(layer, path, name),
    () => undefined,
  );
  return parent.child(name) as PrimState;
}

function copyOf(scene: SceneState, state: PrimState, parent: PrimState, name: string): PrimState {
  const copy = new PrimState(scene, { name, typeName: state.typeName, parent });
  const waiting: (readonly [PrimState, PrimState])[] = [[state, copy]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next;
    to.author(from.authored);
    for (const child of from.children) {
      const below = new PrimState(scene, { name: child.name, typeName: child.typeName, parent: to });
      to.attach(below);
      waiting.push([child, below]);
    }
  }
  return copy;
}

/**
 * Changes the text of an opened scene. Everything that calls authored before is written first; handles stay valid.
 *
 * @param apply The same change of the prims' states
 */
function restructure(scene: SceneState, edit: (layer: Layer) => readonly TextEdit[], apply: () => void): void {
  const before = scene.readLayer();
  const { source } = before;
  if (source === undefined) throw new TypeError("An opened scene has a text");
  let edits: readonly TextEdit[];
  try {
    edits = edit(before);
  } catch (error) {
    if (error instanceof EditError) throw rejection("/", error.message);
    throw error;
  }
  const { layer } = parseUsda(applyEdits(source, edits));
  checkChosenCamera(before, layer);
  apply();
  scene.rebase(layer);
}

/** @throws SceneError if the camera that the RenderSettings target was the first one, and no longer is */
function checkChosenCamera(before: Layer, after: Layer): void {
  const chosen = chosenCameraOf(before);
  if (chosen === undefined || chosen !== firstCamera(before)?.path) return;
  const target = chosenCameraOf(after);
  const first = firstCamera(after)?.path;
  if (target !== undefined && target !== first) throw cameraWouldChange("/", target, first);
}

function chosenCameraOf(layer: Layer): string | undefined {
  const settings = renderSettingsOf(layer);
  return settings === undefined ? undefined : cameraTargetsOf(settings)[0];
}

function cameraWouldChange(path: string, chosen: string, first: string | undefined): Error {
  return rejection(
    path,
    `the camera ${first ?? "(none)"} would come before ${chosen}, which the RenderSettings target, and the service renders ` +
      "only the first one",
  );
}

/** Updates paths that name the prim in a built scene. */
function followPath(scene: SceneState, from: string, state: PrimState): void {
  if (scene.opened !== undefined) return;
  const to = state.path;
  const moved = (path: string): string | undefined =>
    path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : undefined;
  const { settings, metadata } = scene;
  const target = settings?.authored.cameraTarget;
  if (settings !== undefined && target !== undefined && target !== "first") {
    const path = moved(target.path);
    if (path !== undefined) settings.author({ cameraTarget: { path } });
  }
  const { defaultPrim } = metadata;
  if (defaultPrim === undefined) return;
  const path = moved(defaultPrim.startsWith("/") ? defaultPrim : `/${defaultPrim}`);
  if (path !== undefined) scene.authorMetadata({ defaultPrim: path.includes("/", 1) ? path : path.slice(1) });
}

function parentOf(state: PrimState): PrimState {
  state.checkInPlace();
  if (state.parent === undefined) throw rejection("/", "the scene itself has no name");
  return state.parent;
}

function checkFree(parent: PrimState, name: string): void {
  const taken = parent.child(name);
  if (taken === undefined) return;
  throw rejection(
    parent.path,
    `there is a prim "${name}" already (${taken.typeName}); uniqueName("${name}") returns a free name`,
  );
}

function checkAttached(state: PrimState, what: string, call: string, detach: boolean | undefined): void {
  const elsewhere = detach === true ? undefined : opinionsElsewhere(state);
  if (elsewhere === undefined) return;
  throw rejection(
    state.path,
    `${what} it would lose opinions: ${elsewhere}; ${call} does it on purpose, and changes the opinions of this text alone`,
  );
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function chosenPath(parent: PrimState, name: string): string {
  return parent.parent === undefined ? `/${name}` : `${parent.path}/${name}`;
}
