import * as fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { expect, test } from "vitest";
import { SourceText } from "./source-text.ts";
import { encodeUtf8 } from "@usdkit/layer";

const text = fc.string({ unit: fc.constantFrom("a", "é", "漢", "🎬", "\n", "\r", "\r\n", " "), maxLength: 30 });
const position = fc.record({ line: fc.nat(12), character: fc.nat(12) });

test("edits and positions are those of vscode-languageserver-textdocument", () => {
  const edits = fc.array(fc.record({ range: fc.record({ start: position, end: position }), text }), { maxLength: 8 });
  fc.assert(
    fc.property(text, edits, (begin, changes) => {
      let reference = TextDocument.create("file:///a", "usda", 1, begin);
      let ours = SourceText.of(begin);
      for (const change of changes) {
        const from = reference.offsetAt(change.range.start);
        const to = reference.offsetAt(change.range.end);
        // The reference cuts characters of two units in half; bytes have no halves.
        const whole = reference.getText();
        fc.pre(
          ![from, to].some(
            (at) => /[\udc00-\udfff]/.test(whole[at] ?? "") && /[\ud800-\udbff]/.test(whole[at - 1] ?? ""),
          ),
        );
        // Not `TextDocument.update`: its lines are wrong after a range below the last one.
        const after = whole.slice(0, Math.min(from, to)) + change.text + whole.slice(Math.max(from, to));
        reference = TextDocument.create("file:///a", "usda", 1, after);
        ours = ours.replace({ ...ours.bytesOf(change.range), text: encodeUtf8(change.text) });
      }
      const whole = reference.getText();
      expect(ours.slice({ start: 0, end: ours.bytes.length })).toBe(whole);
      expect(Array.from(ours.lineStarts)).toEqual(Array.from(SourceText.of(whole).lineStarts));
      expect(ours.lineCount).toBe(reference.lineCount);
      let offset = 0;
      for (const character of whole) {
        const at = encodeUtf8(whole.slice(0, offset)).length;
        expect(ours.positionAt(at)).toEqual(reference.positionAt(offset));
        offset += character.length;
      }
    }),
  );
});
