import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ruleMetas as metas } from "@usdkit/validate";
import { expect, test } from "vitest";
import type { Config } from "@usdkit/validate";
import { configJsonSchema, configSchema } from "./schema.ts";

test("the stored JSON Schema is current; `npx -y pnpm@12 run config:schema` writes it", () => {
  const kept: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../usda-lint/schemas/config.schema.json"), "utf8"),
  );
  expect(kept).toEqual(configJsonSchema(metas));
});

test("contains every rule, and no custom rules", () => {
  const { properties } = configJsonSchema(metas) as { properties: Record<string, { properties?: object }> };
  expect(Object.keys(properties["rules"]?.properties ?? {})).toEqual(metas.map(({ id }) => id));
  expect(properties["customRules"]).toMatchObject({ not: {} });
});

test("accepts a configuration with every key", () => {
  const settings: Omit<Config, "overrides"> = {
    extends: "strict",
    profile: "patch",
    base: "room.usda",
    maxResolution: 100,
    assets: ["a"],
    baseline: "b.json",
    ignore: ["out", "!out/a.usda"],
    rules: { "usda-syntax": "off" },
    customRules: [
      {
        meta: { id: "own", summary: "s", severity: "error", effect: null, profiles: ["offline"] },
        check: () => undefined,
      },
    ],
  };
  const config: Config = {
    ...settings,
    $schema: "x",
    overrides: [{ files: ["*"], prims: ["/A"], ...settings }],
  };
  expect(configSchema(metas).safeParse(config)).toMatchObject({ success: true });
  expect(configSchema(metas).safeParse({ assets: "list.json" })).toMatchObject({ success: true });
});

test.each<unknown>([
  null,
  [],
  "x",
  { profile: "film" },
  { extends: "loose" },
  { maxResolution: 0 },
  { maxResolution: 1.5 },
  { maxResolution: "4500" },
  { assets: [1] },
  { assets: "" },
  { ignore: "a" },
  { rules: { "usda-syntax": "loud" } },
  { rules: ["usda-syntax"] },
  { overrides: {} },
  { overrides: [{}] },
  { overrides: [{ files: [] }] },
  { overrides: [{ files: ["a"], overrides: [] }] },
  { customRules: [{}] },
  { customRules: [{ meta: null, check: () => {} }] },
  { unknown: 1 },
])("no configuration: %j", (config) => {
  expect(configSchema(metas).safeParse(config).success).toBe(false);
});
