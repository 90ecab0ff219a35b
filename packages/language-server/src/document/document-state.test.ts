import { encodeUtf8 } from "@usdkit/base";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { joinEdits } from "./document-state.ts";
import { DocumentState } from "./document-state.ts";

test("edits joined to one change the same bytes", () => {
  const text = fc.string({ maxLength: 20 });
  const edits = fc.array(fc.record({ at: fc.nat(30), remove: fc.nat(5), added: fc.string({ maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(text, edits, (begin, changes) => {
      const old = encodeUtf8(begin);
      let bytes = Array.from(old);
      let joined: ReturnType<typeof joinEdits> | undefined;
      for (const { at, remove, added } of changes) {
        const start = Math.min(at, bytes.length);
        const end = Math.min(start + remove, bytes.length);
        joined = joinEdits(joined, { start, end, text: encodeUtf8(added) });
        bytes = [...bytes.slice(0, start), ...encodeUtf8(added), ...bytes.slice(end)];
      }
      const { start = 0, end = 0, size = 0 } = joined ?? {};
      expect(Array.from(old.subarray(0, start))).toEqual(bytes.slice(0, start));
      expect(Array.from(old.subarray(end))).toEqual(bytes.slice(start + size));
      expect(old.length - (end - start) + size).toBe(bytes.length);
    }),
  );
});

test("changes that came before the document was parsed are not lost", () => {
  const at = (line: number, character: number): { line: number; character: number } => ({ line, character });
  let state = DocumentState.open("file:///a", 1, '#usda 1.0\ndef "A"\n{\n    int x = 1\n}\n');
  expect(state.parsed.ok).toBe(true);
  state = state.change(2, [{ range: { start: at(3, 12), end: at(3, 13) }, text: "2" }]);
  state = state.change(3, [{ range: { start: at(3, 13), end: at(3, 13) }, text: "3\n    int y = 4" }]);
  const [prim] = state.layer.root.children;
  expect(prim?.properties.map(({ name }) => name)).toEqual(["x", "y"]);
  expect(prim?.properties[0]).toMatchObject({ defaultValue: { data: 23 } });
  expect(state.change(4, [{ text: "#usda 1.0\n" }]).layer.root.children).toEqual([]);
});
