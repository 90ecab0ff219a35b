import { expect, test } from "vitest";
import { textInParts } from "./text-in-parts.ts";

test("a text is the same in parts, whatever is where one ends", async () => {
  const long = `${`é\r\n\u{1F600}${"x".repeat(60)}`.repeat(2 ** 14)}end`;
  for (const text of ["", "a", "\n", `${"x".repeat(2 ** 20)}\n`, `x${long}`, `\n${long}\n`]) {
    const lines = await textInParts(text);
    expect(lines.toString() === text).toBe(true);
    expect(lines.lines).toBe(text.split("\n").length);
  }
});
