import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memoryResolver, Stage, StageValues } from "@usdkit/usd";
import { expect, test } from "vitest";
import { randomValues } from "./random-values.ts";
import { attributeValues, digestOf } from "./stage-values.ts";

/** By stage and attribute: digests of the reference's values; `node test/oracle/values.ts --seeds 40 --write` writes them. */
const expected = JSON.parse(readFileSync(join(import.meta.dirname, "values.json"), "utf8")) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

test("there are stages with clips, and attributes of every kind of source", () => {
  expect(Object.keys(expected).length).toBeGreaterThan(30);
});

test.each(Object.entries(expected))("values of %s equal those of the reference", async (name, attributes) => {
  const encoder = new TextEncoder();
  const files = [...randomValues(Number(name.slice("seed ".length)))].map(
    ([file, text]) => [file, encoder.encode(text)] as const,
  );
  const values = new StageValues(await Stage.open("root.usda", { resolver: memoryResolver(new Map(files)) }));
  for (const [path, digest] of Object.entries(attributes)) {
    const found = attributeValues(values, path);
    // The values themselves are in the message.
    expect([path, digestOf(found), found.values]).toEqual([path, digest, found.values]);
  }
});
