import { describe, expect, it } from "vitest";
import { dumpLayer } from "@usdkit/layer";
import { parseUsda } from "../parse/parse-usda.ts";
import { arrayEdits } from "../test-support/array-edits.ts";
import { printUsda } from "./print-usda.ts";

function layerOf(type: string, edit: string): ReturnType<typeof parseUsda>["layer"] {
  const { layer, diagnostics } = parseUsda(`#usda 1.2\ndef "A"\n{\n    ${type}[] x = ${edit}\n}\n`);
  expect(diagnostics).toEqual([]);
  return layer;
}

/** The edit of a printed layer, and the version in its header. */
function editIn(text: string): readonly [edit: string, version: string] {
  const start = text.indexOf("[] x = ") + "[] x = ".length;
  return [text.slice(start, text.lastIndexOf("\n}")), text.slice("#usda ".length, text.indexOf("\n"))];
}

describe("array edits", () => {
  const rows = arrayEdits.flatMap(([type, edit, text, source = text]) =>
    source === undefined ? [] : [{ type, edit, source }],
  );

  it.each(rows)("prints $type $edit as the reference does", ({ type, edit, source }) => {
    const layer = layerOf(type, edit);
    const [printed, version] = editIn(printUsda(layer));
    // Time codes keep their digits, which the reference loses.
    expect(printed).toBe(type === "timecode" ? printed : source);
    const isText = ["string", "token", "asset", "pathExpression"].includes(type);
    expect(version).toBe(type === "duration" ? "1.4" : isText ? "1.2" : "1.0");
    expect(dumpLayer(layerOf(type, printed))).toBe(dumpLayer(layer));
  });

  it("prints strings that look like operations, and all digits of time codes", () => {
    for (const [type, edit] of [
      ["string", 'edit [append "a; append b"; write "[0]" to [1]; write [0] to [2]]'],
      ["timecode", "edit [append 0.123456789; resize 3 fill 1.5]"],
    ]) {
      expect(editIn(printUsda(layerOf(type, edit)))[0]).toBe(edit);
    }
  });
});
