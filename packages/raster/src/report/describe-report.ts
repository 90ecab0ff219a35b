/** The words of a drawing report. */
import { counted } from "@usdkit/base";
import type { HiddenPrims } from "@usdkit/geometry";
import type { DrawingReport, NotDrawnPrim, NotDrawnReason } from "./drawing-report.ts";

/** Types with fewer prims than this many others are counted together. */
const MAX_TYPES = 6;
/** Paths that are listed of each reason. */
const MAX_PATHS = 3;

/**
 * Returns one sentence about the prims that are not drawn, with the number of prims of each type; null if there are none and
 * something is drawn. Types come from the file: escape the sentence before display.
 *
 * @example
 * describeReport(await scene.report()); // Nothing is drawn: 12 Mesh and 3 Sphere prims are not drawn yet
 */
export function describeReport({ drawn, notDrawn, types, hidden }: DrawingReport): string | null {
  const reasons = new Map<NotDrawnReason, NotDrawnPrim[]>();
  for (const prim of notDrawn) {
    const prims = reasons.get(prim.reason);
    if (prims === undefined) reasons.set(prim.reason, [prim]);
    else prims.push(prim);
  }
  const clauses = Array.from(reasons, ([reason, prims]) => describeGroup(reason, prims));
  if (drawn.length > 0) return clauses.length === 0 ? null : capitalized(clauses.join("; "));
  if (clauses.length === 0) clauses.push(...describeHidden(hidden));
  if (clauses.length === 0) clauses.push(describeTypes(types));
  return `Nothing is drawn: ${clauses.join("; ")}`;
}

/** Returns why a prim is not drawn. */
export function describeReason({ path, type, reason }: NotDrawnPrim): string {
  switch (reason) {
    case "unsupported":
      return `${type} prims are not drawn yet`;
    case "composition":
      return path === "/" ? "sublayers are not followed yet" : "its composition arcs are not followed yet";
    case "emptyAsset":
      return "its mesh has nothing to draw";
    case "empty":
      return "it has no faces, curves or points that can be drawn";
    case "light":
      return "a light is seen by what it lights, and nothing else is drawn";
    case "limit":
      return "the scene has more than a limit allows";
    case "missingAsset":
      return "there is no file for its mesh";
    case "nonFiniteMatrix":
      return "its matrix has numbers that are not finite";
    case "projectiveMatrix":
      return "its matrix is projective";
    case "singularMatrix":
      return "its matrix is singular";
  }
}

function describeGroup(reason: NotDrawnReason, prims: readonly NotDrawnPrim[]): string {
  const verb = prims.length === 1 ? "is" : "are";
  switch (reason) {
    case "unsupported":
      return `${listTypes(countTypes(prims))} ${verb} not drawn yet`;
    case "composition":
      return describeArcs(prims);
    case "emptyAsset":
      return `the meshes of ${counted(prims.length, "prim")} have nothing to draw${listPaths(prims)}`;
    case "empty":
      return `${listTypes(countTypes(prims))} ${verb === "is" ? "has" : "have"} no faces, curves or points that can be drawn${listPaths(prims)}`;
    case "light":
      return `${listTypes(countTypes(prims))} ${verb} seen by what ${verb === "is" ? "it lights" : "they light"}`;
    case "limit":
      return `${listTypes(countTypes(prims))} ${verb} beyond a limit of the scene`;
    case "missingAsset":
      return `there is no file for the meshes of ${counted(prims.length, "prim")}${listPaths(prims)}`;
    case "nonFiniteMatrix":
      return `the matrices of ${counted(prims.length, "prim")} have numbers that are not finite${listPaths(prims)}`;
    case "projectiveMatrix":
      return `the matrices of ${counted(prims.length, "prim")} are projective${listPaths(prims)}`;
    case "singularMatrix":
      return `the matrices of ${counted(prims.length, "prim")} are singular${listPaths(prims)}`;
  }
}

/** Returns ` (/A, /B and 3 others)`. */
function listPaths(prims: readonly NotDrawnPrim[]): string {
  const shown = prims.slice(0, MAX_PATHS).map(({ path }) => path);
  const others = prims.length - shown.length;
  if (others === 0) return ` (${shown.join(", ")})`;
  return ` (${shown.join(", ")} and ${others} ${others === 1 ? "other" : "others"})`;
}

function describeArcs(prims: readonly NotDrawnPrim[]): string {
  const hasSublayers = prims.some(({ path }) => path === "/");
  const number = prims.length - (hasSublayers ? 1 : 0);
  if (number === 0) return "sublayers are not followed yet";
  return `${hasSublayers ? "sublayers and " : ""}composition arcs of ${counted(number, "prim")} are not followed yet`;
}

function describeHidden({ invisible, purposes }: HiddenPrims): string[] {
  const clauses = Array.from(purposes, ([purpose, number]) => {
    return `the purpose of ${counted(number, "prim")} is ${purpose}, which is left out`;
  });
  if (invisible > 0) clauses.push(`${counted(invisible, "prim")} ${invisible === 1 ? "is" : "are"} invisible`);
  return clauses;
}

function describeTypes(types: ReadonlyMap<string, number>): string {
  if (types.size === 0) return "the scene defines no prims";
  return `the scene has only ${listTypes(types)}`;
}

function countTypes(prims: readonly NotDrawnPrim[]): ReadonlyMap<string, number> {
  const types = new Map<string, number>();
  for (const { type } of prims) types.set(type, (types.get(type) ?? 0) + 1);
  return types;
}

/** Returns `12 Mesh and 3 Sphere prims`: the most frequent types first, then by name. */
function listTypes(types: ReadonlyMap<string, number>): string {
  const sorted = Array.from(types).toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const shown = sorted.slice(0, MAX_TYPES).map(([type, number]) => `${number} ${type === "" ? "untyped" : type}`);
  const others = sorted.slice(MAX_TYPES).reduce((sum, [, number]) => sum + number, 0);
  if (others > 0) shown.push(`${others} other`);
  const last = shown.pop() ?? "";
  const total = sorted.reduce((sum, [, number]) => sum + number, 0);
  const list = shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
  return `${list} ${total === 1 ? "prim" : "prims"}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
