import { describe, expect, it } from "vitest";
import type { ValueType } from "@usdkit/layer";
import { encodeUtf8 } from "@usdkit/base";
import { valueTypes } from "@usdkit/layer";
import type { ArrayEditResult } from "./array-edit.ts";
import { arrayEdits as cases } from "../../test-support/array-edits.ts";
import { findArrayEditEnd, normalizeArrayEdit } from "./array-edit.ts";

function typeOf(name: string): ValueType {
  const type = valueTypes.get(name);
  if (type === undefined) throw new Error(`no type ${name}`);
  return type;
}

function normalize(type: string, edit: string): ArrayEditResult {
  const bytes = encodeUtf8(edit);
  return normalizeArrayEdit(bytes, 0, bytes.length, typeOf(type));
}

describe("array edits", () => {
  it.each(cases.map(([type, edit, text]) => ({ type, edit, text })))("normalises $type $edit", (row) => {
    const { type, edit, text } = row;
    const expected = text === undefined ? { error: expect.any(String) as string } : { text };
    expect(normalize(type, edit)).toMatchObject(expected);
  });

  it("has the strings in pieces, as they are, and time codes with all digits", () => {
    expect(normalize("string", 'edit [append "a; b"; write "[0]" to [0]; erase [1]; minsize 3 fill ""]')).toEqual({
      text: "edit [append a; b; write [0] to [0]; erase [1]; minsize 3 fill ]",
      pieces: ["edit [append ", "a; b", "; write ", "[0]", " to [0]; erase [1]; minsize 3 fill ", "", "]"],
    });
    expect(normalize("asset", "edit [append @@@a@b@@@; append [0]]")).toEqual({
      text: "edit [append @a@b@; append [0]]",
      pieces: ["edit [append ", "a@b", "; append [0]]"],
    });
    expect(normalize("timecode", "edit [append 0.123456789]")).toEqual({
      text: "edit [append 0.123457]",
      pieces: ["edit [append ", "0.123456789", "]"],
    });
    expect(normalize("double", "edit [append 0.123456789]")).toMatchObject({ pieces: undefined });
  });

  it("has edits of strings in pieces if indexes are all they have, since the text could be a string", () => {
    expect(normalize("string", "edit [write [0] to [5]]")).toEqual({
      text: "edit [write [0] to [5]]",
      pieces: ["edit [write [0] to [5]]"],
    });
    expect(normalize("string", 'edit [write "[0]" to [5]]')).toEqual({
      text: "edit [write [0] to [5]]",
      pieces: ["edit [write ", "[0]", " to [5]]"],
    });
    expect(normalize("asset", "edit []")).toMatchObject({ pieces: undefined });
    expect(normalize("int", "edit [write [0] to [5]]")).toMatchObject({ pieces: undefined });
  });

  it("finds the end of an edit", () => {
    const edits = cases.filter(([, , text]) => text !== undefined).map(([, edit]) => edit);
    const ends = edits.map((edit) => findArrayEditEnd(encodeUtf8(`${edit}\nint[] y = [1]`), 0));
    expect(ends).toEqual(edits.map((edit) => encodeUtf8(edit).length));
    expect(findArrayEditEnd(encodeUtf8('edit [append "]" # ]\n append @]@ /* ] */ ; erase [0] ] ]'), 0)).toBe(54);
    expect(findArrayEditEnd(encodeUtf8("edit [append [0]"), 0)).toBe(-1);
    expect(findArrayEditEnd(encodeUtf8("edits []"), 0)).toBe(-1);
  });

  it("reports where an edit is invalid", () => {
    expect(normalize("int", "edit [append 1; write 2 to 3]")).toEqual({ error: "expected '['", offset: 27 });
    expect(normalize("int", "edit [append 4294967296]")).toEqual({ error: "expected a value of type int", offset: 13 });
  });
});
