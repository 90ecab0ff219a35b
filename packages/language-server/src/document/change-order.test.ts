import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ChangeOrder } from "./change-order.ts";
import { DocumentState, type ContentChange } from "./document-state.ts";

const URI = "file:///a.usda";
const textOf = (document: DocumentState): string => new TextDecoder().decode(document.text.bytes);

/** A change for each key, as an editor sends it. */
function keys(text: string, line: number): ContentChange[] {
  return Array.from(text, (key, character) => ({
    range: { start: { line, character }, end: { line, character } },
    text: key,
  }));
}

/** Applies changes in this order of their numbers; the first makes version 2. Undefined for those that are rejected. */
function applied(changes: readonly ContentChange[], order: readonly number[]): (string | undefined)[] {
  const keeper = new ChangeOrder();
  let document = DocumentState.open(URI, 1, "#usda 1.0\n");
  return order.map((i) => {
    const changed = keeper.apply(document, i + 2, [changes[i]]);
    document = changed ?? document;
    return changed === undefined ? undefined : textOf(document);
  });
}

test("changes in another order than that of their versions make the text of the editor", () => {
  const word = keys("float fo", 1);
  // As Helix 25.01 sent them.
  expect(applied(word, [0, 1, 5, 2, 3, 4, 6, 7]).at(-1)).toBe("#usda 1.0\nfloat fo");
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }), (order) => {
      expect(applied(word, order).at(-1)).toBe("#usda 1.0\nfloat fo");
    }),
  );
});

test("a version that was applied is rejected, also after a gap", () => {
  const word = keys("abcd", 1);
  expect(applied(word, [0, 1, 1])).toEqual([expect.any(String), expect.any(String), undefined]);
  expect(applied(word, [0, 2, 1, 1, 3]).slice(3)).toEqual([undefined, "#usda 1.0\nabcd"]);
});

test("the version stays the newest while others are missing", () => {
  const keeper = new ChangeOrder();
  const [a, b, c, d] = keys("abcd", 1);
  const first = keeper.apply(DocumentState.open(URI, 1, "#usda 1.0\n"), 5, [d]);
  const second = first && keeper.apply(first, 3, [b]);
  expect(second?.version).toBe(5);
  const third = second && keeper.apply(second, 2, [a]);
  const last = third && keeper.apply(third, 4, [c]);
  expect(last?.version).toBe(5);
  expect(last && textOf(last)).toBe("#usda 1.0\nabcd");
});

test("versions that a client leaves out are not waited for without bound", () => {
  const keeper = new ChangeOrder();
  let document = DocumentState.open(URI, 1, "#usda 1.0\n");
  const [key] = keys("x", 1);
  document = keeper.apply(document, 3, [key]) ?? document;
  for (let version = 4; version < 70; version++) document = keeper.apply(document, version, [key]) ?? document;
  expect(keeper.apply(document, 2, [key])).toBeUndefined();
  document = keeper.apply(document, 1_000_000, [key]) ?? document;
  expect(document.version).toBe(1_000_000);
  expect(keeper.apply(document, 999_999, [key])).toBeUndefined();
  expect(textOf(document)).toBe(`#usda 1.0\n${"x".repeat(68)}`);
});
