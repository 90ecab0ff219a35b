// The examples in a rule's file are its tests.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { validate, type CheckOptions } from "../engine/check.ts";
import type { Example } from "../engine/types.ts";
import { rules } from "./index.ts";

const files = globSync("*.ts", { cwd: import.meta.dirname }).filter((file) => !/^(index|.*\.test)\.ts$/.test(file));

test("every rule has a file of its name, and every file is registered", () => {
  const ids = rules.map((rule) => rule.meta.id);
  expect(files.map((file) => file.replace(".ts", "")).toSorted()).toEqual(ids.toSorted());
});

describe.each(files)("%s", (file) => {
  const id = file.replace(".ts", "");
  const examples = rules.find((rule) => rule.meta.id === id)?.examples?.() ?? { good: [], bad: [] };
  const options = ({ profile = "offline", base, maxResolution, assets }: Example): CheckOptions => ({
    profile,
    base,
    maxResolution,
    assets,
  });
  const places = (example: Example): string[] =>
    validate(example.source, options(example))
      .filter(({ rule }) => rule === id)
      .map(({ start }) => `${start.line}:${start.column}`);

  test.each(examples.good)("good: $title", (example) => {
    expect(validate(example.source, options(example))).toEqual([]);
  });
  test.each(examples.bad)("bad: $title", (example) => {
    expect(places(example)).toEqual(example.at);
  });
  test("is silent when it is off", () => {
    for (const example of examples.bad) {
      const found = validate(example.source, { ...options(example), rules: { [id]: "off" } });
      expect(found.filter(({ rule }) => rule === id)).toEqual([]);
    }
  });
  test("has at least three good and three bad scenes", () => {
    expect([examples.good.length >= 3, examples.bad.length >= 3]).toEqual([true, true]);
  });
  test("says what it is in one line", () => {
    expect(readFileSync(join(import.meta.dirname, file), "utf8")).toContain("summary:");
    expect(rules.find((rule) => rule.meta.id === id)?.meta.summary).not.toMatch(/[.\n]$/);
  });
});
