import { expect, test } from "vitest";
import { readRunArguments } from "./run-arguments.ts";

test("own flags are parsed, the rest is passed to vitest", () => {
  expect(readRunArguments(["packages/usda", "--deep", "--ci", "--seed", "-12", "-t", "reads"])).toEqual({
    deep: true,
    ci: true,
    slow: false,
    seed: -12,
    rest: ["packages/usda", "-t", "reads"],
  });
  expect(readRunArguments(["--slow"])).toEqual({ deep: false, ci: false, slow: true, rest: [] });
  expect(readRunArguments(["--seed=7"])).toEqual({ deep: false, ci: false, slow: false, seed: 7, rest: [] });
  expect(Number.isInteger(readRunArguments(["--seed", "random"]).seed)).toBe(true);
});

test.each(["", "x", "1.5", "1e20"])("a seed of %j is rejected", (text) => {
  expect(() => readRunArguments(["--seed", text])).toThrow(/must be an integer/u);
});
