/** Edits from JSON, checked. */
import type { StageEdit } from "./stage-edit.ts";
import { shownValue } from "./edit-names.ts";
import { StageEditError } from "./stage-edit-error.ts";

/** A list of edits that is longer is refused. */
const MAX_EDITS = 100_000;

type Kind = "string" | "number" | "boolean" | "time" | "any" | "specifier" | "position" | "paths" | "variant";

/** The members of an edit: required ones end in `!`. */
const members: Readonly<Record<StageEdit["op"], Readonly<Record<string, Kind | `${Kind}!`>>>> = {
  set: { path: "string!", value: "any!", type: "string", time: "time", custom: "boolean", uniform: "boolean" },
  clear: { path: "string!", time: "time" },
  metadata: { path: "string!", field: "string!", value: "any!" },
  add: { path: "string!", type: "string", specifier: "specifier" },
  remove: { path: "string!", everywhere: "boolean" },
  rename: { path: "string!", name: "string!" },
  move: { path: "string!", to: "string!" },
  reference: arcMembers({ asset: "string", offset: "number", scale: "number" }),
  payload: arcMembers({ asset: "string", offset: "number", scale: "number" }),
  inherit: arcMembers({}),
  specialize: arcMembers({}),
  sublayer: {
    path: "string",
    asset: "string!",
    offset: "number",
    scale: "number",
    list: "position",
    remove: "boolean",
  },
  select: { path: "string!", set: "string!", variant: "variant!" },
  targets: { path: "string!", value: "paths!" },
  connect: { path: "string!", value: "paths!", type: "string" },
};

function arcMembers(own: Readonly<Record<string, Kind>>): Readonly<Record<string, Kind | `${Kind}!`>> {
  return { path: "string!", prim: "string", list: "position", remove: "boolean", ...own };
}

const expected: Readonly<Record<Kind, string>> = {
  string: "a string",
  number: "a finite number",
  boolean: "true or false",
  time: "a finite number or null",
  any: "a value",
  specifier: '"def", "over" or "class"',
  position: '"prepend" or "append"',
  paths: "a list of paths, list operations, or null",
  variant: "the name of a variant, or null",
};

/** The kinds of edits. */
export const editOps: readonly StageEdit["op"][] = Object.keys(members) as StageEdit["op"][];

/**
 * Returns the edits of a JSON value: one edit, or a list.
 *
 * ```ts
 * await stage.edit({}, readStageEdits(JSON.parse(text)));
 * ```
 *
 * @throws StageEditError for the first that is not one, with its position in the list
 */
export function readStageEdits(json: unknown): readonly StageEdit[] {
  const list: readonly unknown[] = Array.isArray(json) ? json : [json];
  if (list.length > MAX_EDITS) {
    throw new StageEditError(`Expected at most ${MAX_EDITS} edits, found ${list.length}`, {
      hint: "Split the list into several",
    });
  }
  return list.map(readEdit);
}

function readEdit(json: unknown, index: number): StageEdit {
  const fail = (message: string, hint?: string): StageEditError => new StageEditError(message, { index, hint });
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw fail(`Expected an object such as {"op":"set","path":"/A.x","value":1}, found ${shownValue(json)}`);
  }
  const edit = json as Readonly<Record<string, unknown>>;
  const { op } = edit;
  if (typeof op !== "string" || !Object.hasOwn(members, op)) {
    throw fail(`Expected an "op" of ${editOps.join(", ")}, found ${shownValue(op)}`);
  }
  const known = members[op as StageEdit["op"]];
  // First: a misspelled member is also a missing one.
  const unknown = Object.keys(edit).find((name) => name !== "op" && !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    throw fail(
      `The edit ${JSON.stringify(op)} has no ${JSON.stringify(unknown)}`,
      `It has ${Object.keys(known).join(", ")}`,
    );
  }
  for (const [name, kind] of Object.entries(known)) {
    const value = edit[name];
    if (value === undefined) {
      if (kind.endsWith("!")) throw fail(`The edit ${JSON.stringify(op)} needs ${JSON.stringify(name)}`);
    } else if (!isOfKind(value, kind.replace("!", "") as Kind)) {
      throw fail(
        `Expected ${expected[kind.replace("!", "") as Kind]} for ${JSON.stringify(name)}, found ${shownValue(value)}`,
      );
    }
  }
  return edit as unknown as StageEdit;
}

function isOfKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case "any":
      return true;
    case "string":
    case "boolean":
      return typeof value === kind;
    case "number":
      return Number.isFinite(value);
    case "time":
      return value === null || Number.isFinite(value);
    case "specifier":
      return value === "def" || value === "over" || value === "class";
    case "position":
      return value === "prepend" || value === "append";
    case "variant":
      return value === null || typeof value === "string";
    case "paths":
      return value === null || isPaths(value);
  }
}

function isPaths(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === "string");
  return typeof value === "object" && value !== null && Object.values(value).every(isStrings);
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
