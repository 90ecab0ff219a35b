/** Edits of the stage on the page: the page keeps them as steps, and sends them with each question until they are saved. */
import type { StageEdit } from "@usdkit/usd";

/** Maximum number of steps that are not saved: all are sent with each question. */
export const MAX_STEPS = 500;

/** The value of an attribute as the user typed it. */
export interface TypedEdit {
  readonly op: "type";
  readonly path: string;
  readonly text: string;
  readonly time: number | null;
}

/** New values of transform ops. */
export interface TransformEdit {
  readonly op: "transform";
  readonly path: string;
  readonly translate?: readonly [number, number, number] | undefined;
  /** Degrees about x, y and z. */
  readonly rotate?: readonly [number, number, number] | undefined;
  readonly scale?: readonly [number, number, number] | undefined;
  readonly time: number | null;
}

export type PageEdit = StageEdit | TypedEdit | TransformEdit;

/** What undo takes back at once. */
export interface EditStep {
  /** As of `usda edit --target`; null: the root layer. */
  readonly target: string | null;
  readonly edits: readonly PageEdit[];
}

/** What the steps change. */
export interface EditsView {
  /** The step that cannot be made, and why; the stage is without it and those behind it. Null if all were made. */
  readonly problem: { readonly step: number; readonly message: string } | null;
  readonly layers: readonly EditedLayerView[];
  /** Values of the last step that a stronger opinion hides, one sentence each. */
  readonly notes: readonly string[];
}

/** A layer that is not saved. */
export interface EditedLayerView {
  /** As in {@link LayerRow}. */
  readonly layer: string;
  readonly name: string;
  /** A patch in the unified form. */
  readonly diff: string;
  /** Its text, also of a crate; null if it is too long for the page. */
  readonly text: string | null;
}

/** The result of a save. */
export interface SaveView {
  /** The names of the files that were written. */
  readonly saved: readonly string[];
  /** Why nothing was written; null if everything was. */
  readonly problem: string | null;
}

/** A place for edits. */
export interface TargetRow {
  readonly target: string | null;
  readonly label: string;
}

/** The transform of a prim. */
export interface TransformView {
  readonly translate: readonly [number, number, number];
  readonly rotate: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
  /** The space of the translation as a matrix to the world, row vectors. */
  readonly toWorld: readonly number[];
  /** Why rotation and scale cannot be set; null if they can. */
  readonly problem: string | null;
}
