import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AnswerSpool } from "./answer-spool.ts";

test("law: each file has what was kept of it, whichever files were asked about", () => {
  const known = fc.record({
    hash: fc.constantFrom("ab", "0".repeat(64)),
    length: fc.nat(),
    text: fc.string({ unit: "grapheme" }).map((text) => text.toWellFormed()),
  });
  const entry = fc.option(fc.option(known, { nil: null }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const spool = new AnswerSpool();
      for (const [i, each] of entries.entries()) if (each !== undefined) spool.add(i, each ?? undefined);
      const answerOf = spool.reader();
      expect(entries.map((_, i) => answerOf(i))).toEqual(entries);
      spool.close();
    }),
    { numRuns: 200 },
  );
});
