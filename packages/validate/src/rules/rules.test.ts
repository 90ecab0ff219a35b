// The examples in a rule's file are its tests.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { validate } from "../engine/check.ts";
import type { Example, RuleExamples } from "../engine/types.ts";
import { rules } from "./index.ts";

const files = globSync("*.ts", { cwd: import.meta.dirname }).filter((file) => !/^(index|.*\.test)\.ts$/.test(file));

test("every rule has a file of its name, and every file is registered", () => {
  const ids = rules.map((rule) => rule.meta.id);
  expect(files.map((file) => file.replace(".ts", "")).toSorted()).toEqual(ids.toSorted());
});

describe.each(files)("%s", async (file) => {
  const id = file.replace(".ts", "");
  const { examples } = (await import(join(import.meta.dirname, file))) as { examples: RuleExamples };
  const places = ({ source, profile = "offline" }: Example): string[] =>
    validate(source, { profile })
      .filter(({ rule }) => rule === id)
      .map(({ start }) => `${start.line}:${start.column}`);

  test.each(examples.good)("good: $title", (example) => {
    expect(validate(example.source, { profile: example.profile ?? "offline" })).toEqual([]);
  });
  test.each(examples.bad)("bad: $title", (example) => {
    expect(places(example)).toEqual(example.at);
  });
  test("is silent when it is off", () => {
    for (const { source } of examples.bad) {
      expect(validate(source, { rules: { [id]: "off" } }).filter(({ rule }) => rule === id)).toEqual([]);
    }
  });
  test("says what it is in one line", () => {
    expect(readFileSync(join(import.meta.dirname, file), "utf8")).toContain("summary:");
    expect(rules.find((rule) => rule.meta.id === id)?.meta.summary).not.toMatch(/[.\n]$/);
  });
});
