/** Reads the examples of the page for users, and compares the results with those on the page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layerOf } from "../test-support/reference-tables.ts";
import { readScene } from "./read-scene.ts";
import type { ScenePlan } from "./types.ts";

const page = readFileSync(
  join(import.meta.dirname, "../../../../docs/how-the-service-reads-your-scene.md"),
  "utf8",
).replaceAll("\r\n", "\n");

interface Example {
  readonly title: string;
  readonly scene: string;
  readonly plan: string;
}

const examples: Example[] = [];
for (const section of page.split("\n## ").slice(1)) {
  const title = section.slice(0, section.indexOf("\n"));
  for (const { groups } of section.matchAll(/```usda\n(?<scene>[^`]*)```\s*```json\n(?<plan>[^`]*)```/g)) {
    examples.push({ title, scene: groups?.["scene"] ?? "", plan: groups?.["plan"] ?? "" });
  }
}

describe("docs/how-the-service-reads-your-scene.md", () => {
  test("every scene block has an expected plan", () => {
    expect(examples.length).toBe(page.split("```usda\n").length - 1);
    expect(examples.length).toBe(page.split("```json\n").length - 1);
    expect(examples.length).toBeGreaterThanOrEqual(8);
  });

  test.each(examples)("$title", ({ scene, plan: expectedText }) => {
    const plan = readScene(layerOf(scene));
    const expected = JSON.parse(expectedText) as Partial<ScenePlan>;
    expect(plan).toMatchObject(expected);
    // The lists must be complete.
    expect(plan.ignored.map(({ path }) => path)).toEqual(expected.ignored?.map(({ path }) => path));
    if (expected.items !== undefined) expect(plan.items.length).toBe(expected.items.length);
  });
});
