import * as fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { expect, test } from "vitest";
import { SourceText } from "./source-text.ts";
import { encodeUtf8 } from "@usdkit/base";

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
      const offsets: number[] = [0];
      for (const character of whole) offsets.push((offsets.at(-1) ?? 0) + character.length);
      // In order, backwards, and in jumps: a position is counted from the one before it.
      const jumps = offsets.map((_, i) => offsets[(i * 7) % offsets.length] ?? 0);
      for (const offset of [...offsets, ...offsets.toReversed(), ...jumps]) {
        const at = encodeUtf8(whole.slice(0, offset)).length;
        expect(ours.positionAt(at)).toEqual(reference.positionAt(offset));
      }
    }),
  );
});

test("positions of one long line take linear time", () => {
  const source = SourceText.of("1, ".repeat(300_000));
  const begin = process.cpuUsage();
  let sum = 0;
  for (let at = 0; at < source.bytes.length; at += 3) sum += source.positionAt(at).character;
  // Each counted from the start of the line takes minutes.
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(5000);
  expect(sum).toBe((300_000 * 299_999 * 3) / 2);
});
