/** Putting prims into a scene. */
import { checkName } from "../check/names.ts";
import { cameraOf } from "./removal.ts";
import { PrimState } from "../model/prim-state.ts";
import { comesBefore, type SceneState } from "../model/scene-state.ts";
import { misfit, refusal } from "../check/scene-error.ts";

/** As many as `parseUsda` reads unless it is told otherwise. */
const DEEPEST = 1000;

/** What every prim can be told when it is made. */
export interface PrimOptions {
  /** Documentation, any text. */
  readonly doc?: string | undefined;
}

/**
 * A new prim as the last child; it is in the scene only if everything about it was right.
 *
 * @param tell Tells what is known of it
 * @throws SceneError where the name is none or taken, or `tell` throws
 */
export function addPrim(
  scene: SceneState,
  parent: PrimState,
  typeName: string,
  name: string,
  tell: (state: PrimState) => void,
): PrimState {
  const state = newPrim(scene, parent, typeName, name);
  tell(state);
  parent.attach(state);
  const chosen = typeName === "Camera" ? chosenCamera(scene) : undefined;
  if (chosen !== undefined && comesBefore(state, chosen)) {
    parent.detach(state);
    throw refusal(
      state.path,
      `this camera would come before ${chosen.path}, which the RenderSettings name, and the service draws the first one alone: ` +
        "add it behind that one",
    );
  }
  return state;
}

/** A prim that is not in the scene yet. */
export function newPrim(scene: SceneState, parent: PrimState, typeName: string, name: string): PrimState {
  parent.checkInPlace();
  checkName(parent, name);
  const taken = parent.child(name);
  if (taken !== undefined) {
    throw refusal(
      parent.path,
      `there is a prim "${name}" already (${taken.typeName}); uniqueName("${name}") gives a name that is free`,
    );
  }
  if (parent.depth >= DEEPEST) throw refusal(parent.path.slice(0, 200), `prims nest ${DEEPEST} deep at most`);
  return new PrimState(scene, name, typeName, parent);
}

/** @throws SceneError where it is no text, or one that no file can hold */
export function tellDoc(state: PrimState, doc: string | undefined): void {
  if (doc !== undefined) state.tell({ doc: checkText(state.path, "doc", doc) });
}

/** @throws SceneError where it is no text, or one that no file can hold */
export function checkText(path: string, what: string, text: unknown): string {
  if (typeof text === "string" && text.isWellFormed()) return text;
  throw misfit(path, what, text, "a text without halves of surrogate pairs");
}

/** The camera that the RenderSettings name, told or in the text: it must stay the first one. */
function chosenCamera(scene: SceneState): PrimState | undefined {
  const path = scene.settings === undefined ? undefined : cameraOf(scene.settings);
  return path === undefined ? undefined : scene.find(path);
}
