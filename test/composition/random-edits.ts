// Random edits of the layers that random-stage.ts writes: of values, arcs, prims, selections and metadata of layers, by lines.

import { parseUsda } from "@usdkit/usda";
import type { Random } from "../bench/generate/random.ts";
import { randomStage } from "./random-stage.ts";

/** The files of a stage by name; a file without text is gone. */
export type Files = ReadonlyMap<string, string | undefined>;

/** The kinds of edits. `file` removes a file or replaces it whole. */
export type EditKind =
  | "value"
  | "layout"
  | "property"
  | "remove property"
  | "arc"
  | "remove arc"
  | "selection"
  | "prim"
  | "remove prim"
  | "specifier"
  | "active"
  | "default prim"
  | "time codes"
  | "variables"
  | "sublayers"
  | "relocates"
  | "file";

/** An edit of one file. */
export interface RandomEdit {
  readonly kind: EditKind;
  readonly file: string;
  readonly text: string | undefined;
}

/** Lines to edit, and lines of another stage, whose layers have the same names, to take from. */
interface Edited {
  readonly random: Random;
  readonly lines: readonly string[];
  readonly donor: readonly string[];
}

const ARC = /^ *(?:(?:prepend|append|add) )?(?:references|payload|inherits|specializes|variantSets) =|^ *instanceable/u;
const PROPERTY = /^ *(?:double|rel|prepend rel|append rel) /u;
const PRIM_OR_VARIANT = /^ *(?:(?:def|over|class) )?"\w+" \($/u;
const PRIM = /^ *(?:def|over|class) "\w+" \($/u;
const BODY = /^ *(?:\) )?\{$/u;

type Edit = (edited: Edited) => readonly string[] | undefined;

const edits: Readonly<Record<Exclude<EditKind, "file">, Edit>> = {
  value: ({ random, lines }) =>
    change(random, lines, /^ *double p\d = /u, (line) => [line.replace(/\d+$/u, String(random.below(1000)))]),
  layout: ({ random, lines }) => change(random, lines, PRIM, (line) => ["# a comment", "", line]),
  property: (edited) => insert(edited, BODY, PROPERTY),
  "remove property": ({ random, lines }) => change(random, lines, PROPERTY, () => []),
  arc: (edited) => insert(edited, PRIM_OR_VARIANT, ARC),
  "remove arc": ({ random, lines }) => change(random, lines, ARC, () => []),
  selection: ({ random, lines }) =>
    change(random, lines, /^ *string [vw] = "/u, (line) => [
      random.chance(50) ? line.replace(/= .*/u, `= "${random.pick(["x", "y", "z"])}"`) : line.replace(/[vw] =/u, "w ="),
    ]),
  prim: ({ random, lines, donor }) => {
    const from = pick(random, donor, PRIM);
    const block = from < 0 ? [] : donor.slice(from, endOf(donor, from));
    return change(random, lines, random.chance(20) ? /^\)$/u : BODY, (line) => [line, ...block]);
  },
  "remove prim": ({ random, lines }) => {
    const at = pick(random, lines, random.chance(70) ? PRIM : PRIM_OR_VARIANT);
    return at < 0 ? undefined : [...lines.slice(0, at), ...lines.slice(endOf(lines, at))];
  },
  specifier: ({ random, lines }) =>
    change(random, lines, PRIM, (line) => [line.replace(/def|over|class/u, random.pick(["def", "over", "class"]))]),
  active: ({ random, lines }) =>
    change(random, lines, PRIM, (line) => [
      line,
      `        active = ${random.pick(["true", "false"])}`,
      '        kind = "a"',
    ]),
  "default prim": ({ random, lines }) =>
    change(random, lines, /^ {4}defaultPrim/u, () => [`    defaultPrim = "${random.pick(["A", "B", "C", "None"])}"`]),
  "time codes": ({ random, lines }) =>
    change(random, lines, /^ {4}defaultPrim/u, (line) => [
      line,
      `    timeCodesPerSecond = ${random.pick([12, 24, 48])}`,
    ]),
  variables: ({ random, lines }) =>
    change(random, lines, /^ *string (?:FILE|PICK) = /u, (line) => [
      line.replace(/"[^"]*"$/u, `"${random.pick(["x", "y", "l0.usda", "l1.usda"])}"`),
    ]),
  sublayers: ({ random, lines, donor }) =>
    random.chance(50)
      ? change(random, lines, /^ {4}subLayers/u, () => [])
      : insert({ random, lines, donor }, /^ {4}defaultPrim/u, /^ {4}subLayers/u),
  relocates: ({ random, lines, donor }) => {
    const at = pick(random, lines, /^ {4}relocates = /u);
    if (at >= 0) return [...lines.slice(0, at), ...lines.slice(endOf(lines, at))];
    const from = pick(random, donor, /^ {4}relocates = /u);
    const block = from < 0 ? [] : donor.slice(from, endOf(donor, from));
    return change(random, lines, /^ {4}defaultPrim/u, (line) => [line, ...block]);
  },
};

const kinds = Object.keys(edits) as Exclude<EditKind, "file">[];

/** Returns an edit; undefined if the file has nothing to edit in this way, or would not be valid then. */
export function randomEdit(random: Random, files: Files, donorSeed: number): RandomEdit | undefined {
  const names = [...files.keys()];
  const file = names[random.below(names.length)] ?? "";
  const before = files.get(file);
  const donor = randomStage(donorSeed);
  let kind: EditKind = kinds[random.below(kinds.length)] ?? "value";
  let text: string | undefined;
  if (before === undefined || random.chance(4)) {
    kind = "file";
    text = before === undefined || file === "root.usda" ? donor.get(file) : undefined;
  } else {
    const lines = [...donor.values()].join("").split("\n");
    text = edits[kind]({ random, lines: before.split("\n"), donor: lines })?.join("\n");
    if (text === undefined) return undefined;
  }
  if (text === before || (text !== undefined && !parseUsda(new TextEncoder().encode(text)).ok)) return undefined;
  return { kind, file, text };
}

/** Returns the number of a line that matches; -1 if there is none. */
function pick(random: Random, lines: readonly string[], pattern: RegExp): number {
  const found = lines.flatMap((line, i) => (pattern.test(line) ? [i] : []));
  return found[random.below(Math.max(found.length, 1))] ?? -1;
}

/** Replaces one line that matches. */
function change(
  random: Random,
  lines: readonly string[],
  pattern: RegExp,
  replace: (line: string) => readonly string[],
): readonly string[] | undefined {
  const at = pick(random, lines, pattern);
  return at < 0 ? undefined : [...lines.slice(0, at), ...replace(lines[at] ?? ""), ...lines.slice(at + 1)];
}

/** Adds a line of the other stage after a line. */
function insert({ random, lines, donor }: Edited, after: RegExp, wanted: RegExp): readonly string[] | undefined {
  const from = pick(random, donor, wanted);
  return from < 0 ? undefined : change(random, lines, after, (line) => [line, donor[from] ?? ""]);
}

/** Returns the number of the line after the block that begins at a line: that of the brace with its indentation. */
function endOf(lines: readonly string[], start: number): number {
  const indent = /^ */u.exec(lines[start] ?? "")?.[0] ?? "";
  const end = lines.findIndex((line, i) => i > start && line === `${indent}}`);
  return end < 0 ? start + 1 : end + 1;
}
