/** The prims of a stage as rows of a tree. */
import type { MaterialBindings, Stage, StageReader, StageValues } from "@usdkit/usd";
import { PAGE_SIZE, type PrimPage, type PrimRow } from "../protocol/stage-messages.ts";

/** A stage, and what is asked of it. */
export interface ViewedStage {
  readonly stage: Stage;
  readonly values: StageValues;
  readonly reader: StageReader;
  readonly bindings: MaterialBindings;
  /** Whether payloads of a prim are loaded, if it has any. */
  readonly isLoaded: (prim: string) => boolean;
  /** Returns the name of a layer relative to the folder of the root layer. */
  readonly name: (identifier: string) => string;
}

/** Returns a page of the children of a prim. */
export function primPage(viewed: ViewedStage, prim: string, from: number): PrimPage {
  const names = childNames(viewed.stage, prim);
  const isBelowInstance = prim !== "/" && isInstanceOrProxy(viewed.stage, prim);
  const rows = names
    .slice(from, from + PAGE_SIZE)
    .map((name) => primRow(viewed, childPath(prim, name), isBelowInstance));
  return { prim, from, rows, total: names.length };
}

/** Returns the numbers of a prim and of those above it among the children of their parents; null if there is no such prim. */
export function locatePrim(stage: Stage, prim: string): readonly number[] | null {
  const numbers: number[] = [];
  let parent = "/";
  for (const name of prim.split("/").slice(1)) {
    const number = childNames(stage, parent).indexOf(name);
    if (number < 0) return null;
    numbers.push(number);
    parent = childPath(parent, name);
  }
  return numbers;
}

/** Returns a prim as a row; `isInstanceProxy` if it is known. */
export function primRow(viewed: ViewedStage, path: string, isInstanceProxy?: boolean): PrimRow {
  const { stage, values, isLoaded } = viewed;
  const { specifier, typeName, isActive, isInstance } = stage.prim(path);
  const kind = values.metadata(path, "kind");
  const hasPayload = stage.primIndex(path)?.graph.hasPayloads === true;
  return {
    path,
    name: path.slice(path.lastIndexOf("/") + 1),
    typeName,
    specifier,
    primKind: kind?.kind === "typed" && typeof kind.data === "string" ? kind.data : null,
    isActive,
    isInstance: isActive && isInstance,
    isInstanceProxy: isInstanceProxy ?? isInstanceOrProxy(stage, parentOf(path)),
    payload: hasPayload ? (isLoaded(path) ? "loaded" : "unloaded") : null,
    children: childNames(stage, path).length,
  };
}

/** Whether a stage has a prim: all prims above it have the next one as a child. */
export function hasPrim(stage: Stage, path: string): boolean {
  return path.startsWith("/") && path !== "/" && locatePrim(stage, path) !== null;
}

/** Returns the names of the children that are part of the stage: those of a prim that is not active are not. */
function childNames(stage: Stage, prim: string): readonly string[] {
  return prim === "/" || stage.prim(prim).isActive ? stage.childNames(prim).names : [];
}

/** Whether a prim or one above it is an instance. */
function isInstanceOrProxy(stage: Stage, prim: string): boolean {
  for (let path = prim; path !== "/"; path = parentOf(path)) if (stage.prim(path).isInstance) return true;
  return false;
}

function childPath(parent: string, name: string): string {
  return parent === "/" ? `/${name}` : `${parent}/${name}`;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
