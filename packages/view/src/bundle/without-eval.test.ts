import { expect, test } from "vitest";
import { bundlePage } from "./bundle-page.ts";
import { withoutEval } from "./without-eval.ts";

test("no module of the page makes code from text", async () => {
  const { chunks } = await bundlePage();
  const makers = chunks.filter(({ code }) => /new Function\b|\beval\(/.test(code)).map(({ fileName }) => fileName);
  expect(makers).toEqual([]);
});

test("another version of a replaced module is an error", () => {
  const { transform } = withoutEval();
  if (typeof transform !== "object") throw new Error("expected a filtered transform");
  const handler = transform.handler as (code: string) => unknown;
  expect(() => handler("return new Function(other)")).toThrow(/expected .* once/);
});
