import { describe, expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { mergeLayers } from "./merge-layers.ts";

function merge(...bodies: readonly string[]): ReturnType<typeof mergeLayers> & { readonly merged: string } {
  const [base, ours, theirs] = bodies.map((body) => parseUsda(`#usda 1.0\ndef "A"\n{\n${body}\n}\n`).layer);
  const result = mergeLayers(base, ours, theirs);
  return { ...result, merged: new TextDecoder().decode(result.text) };
}

describe("an attribute whose sides have different types", () => {
  test("is a conflict, without a value of one side in the type of the other", () => {
    const { merged, conflicts } = merge("", "    vector3f[] x", "    int64[] x = [1]");
    expect(conflicts).toHaveLength(1);
    expect(merged).toContain("    vector3f[] x\n");
    expect(parseUsda(merged).diagnostics).toEqual([]);
  });

  test("keeps what both sides changed in other parts if the value is of the type", () => {
    const { merged, conflicts } = merge("    float x = 1", '    float x = 1 (doc = "a")', "    double x = 2");
    expect(conflicts).toEqual([]);
    expect(merged).toContain('double x = 2 (\n        doc = "a"');
  });
});
