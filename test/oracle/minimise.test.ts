import { expect, it } from "vitest";
import type { Difference } from "./compare.ts";
import { minimise } from "./minimise.ts";

it("keeps what a difference needs and drops the rest", async () => {
  const found: Difference = { kind: "we accept", signature: "", detail: "" };
  const text = `#usda 1.0\n${"int a = 1\n".repeat(40)}int b = (1, 2)\n${"int c = 3\n".repeat(40)}`;
  const [least, difference] = await minimise(text, found, (part) =>
    Promise.resolve(part.startsWith("#usda") && part.includes("b") ? found : undefined),
  );
  expect(least).toBe("#usda b ");
  expect(difference).toBe(found);
});
