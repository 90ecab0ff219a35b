/** The zod schema of a configuration, also as JSON Schema. Loaded only if there is a configuration to read. */
import { levels, profiles, type Rule } from "@usdkit/validate";
import * as z from "zod";

/** Description of `customRules`, which JSON cannot contain. */
const ONLY_CODE = "Custom rules: only in usda-lint.config.mjs or .ts.";

/** What `extends` expects. */
const EXTENDS =
  "recommended, strict or the path of a configuration that starts with ./ or ../, a requirement set (usdkit:openusd, usdkit:arkit, usdkit:simready) or a package (@studio/usd-rules)";
const SETS = ["usdkit:openusd", "usdkit:arkit", "usdkit:simready"] as const;

/** `error` describes the expected value: {@link explainIssue} adds the location and the actual value. */
const text = (error: string): z.ZodString => z.string({ error }).min(1, { error });
const list = <Item extends z.ZodType>(item: Item, error: string): z.ZodArray<Item> => z.array(item, { error });
const globs = (what: string): z.ZodArray<z.ZodString> => list(text("a glob"), `a list of ${what}`);
const choice = (names: readonly string[]): z.ZodEnum => {
  const error = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
  return z.enum(names as [string, ...string[]], { error });
};
const level = choice(levels);
const count = z.int({ error: "a whole number from 0 on" }).min(0, { error: "a whole number from 0 on" });

/** Checks as much of a rule as is needed to run it. */
function isRule(value: unknown): value is Rule {
  const rule = value as Rule | null | undefined;
  if (typeof rule?.check !== "function" || typeof rule.meta !== "object" || rule.meta === null) return false;
  const { id, severity, profiles: own } = rule.meta;
  return typeof id === "string" && id !== "" && ["info", "warning", "error"].includes(severity) && Array.isArray(own);
}

/** @param rules All rules: id and summary, for completion in editors */
export function configSchema(rules: readonly { readonly id: string; readonly summary: string }[]): z.ZodType {
  const known = Object.fromEntries(rules.map(({ id, summary }) => [id, level.optional().describe(summary)]));
  const settings = {
    extends: z
      .union(
        [
          z.enum(["recommended", "strict", ...SETS]),
          z.string({ error: EXTENDS }).regex(/^(?:\.\.?\/|\/|@[\w.-]+\/|usda-lint-config-)/, { error: EXTENDS }),
        ],
        {
          error: EXTENDS,
        },
      )
      .optional()
      .describe("Levels to start from: recommended, strict, a requirement set, another configuration or a package."),
    profile: choice(profiles).optional().describe("Use of the files; auto decides by the content of each."),
    base: text("the path of a .usda file").optional().describe("The scene that patches apply to."),
    maxResolution: z
      .int({ error: "a whole number from 1 on" })
      .min(1, { error: "a whole number from 1 on" })
      .optional()
      .describe("Maximum image width or height, in pixels; default 4500."),
    assets: z
      .union([z.string().min(1), z.array(z.string())], {
        error: "a list of mesh ids, or the path of a JSON file with one",
      })
      .optional()
      .describe("Known mesh ids, or the path of a JSON file with a list of them."),
    baseline: text("the path of a JSON file").optional().describe("A file of known findings, which are not reported."),
    limits: z
      .strictObject(
        {
          triangles: count.optional().describe("Triangles of all meshes, without subdivision."),
          textureSize: count.optional().describe("Pixels of the longer side of PNG and JPEG textures."),
          prims: count.optional().describe("Prims of a stage, those below instances once."),
          bytes: count.optional().describe("Bytes of all layers of a stage."),
          names: z
            .record(z.string(), text("camelCase, PascalCase, snake_case or a glob"))
            .optional()
            .describe("Names of prims by type: a style or a glob; * is any prim."),
        },
        { error: "limits: { triangles, textureSize, prims, bytes, names }" },
      )
      .optional()
      .describe("What stages may have, and how their prims are named."),
    schemas: list(text("the path of a generatedSchema.usda file"), "a list of paths")
      .optional()
      .describe("Files generatedSchema.usda with schemas of a site."),
    ignore: globs("globs of files").optional().describe("Files that are not checked; ! excepts."),
    rules: z.object(known, { error: "levels by rule id" }).catchall(level).optional().describe("Levels by rule id."),
    customRules: list(
      z.custom<Rule>(isRule, {
        error: "a rule: { meta: { id, summary, severity, effect, profiles }, check(context) }",
      }),
      "a list of rules",
    )
      .optional()
      .meta({ description: ONLY_CODE }),
  };
  const override = z.strictObject(
    {
      files: globs("globs of files")
        .min(1, { error: "at least one glob" })
        .describe("Files that the override applies to."),
      prims: globs("globs of prim paths")
        .optional()
        .describe("Prims that its rules apply to: /World/* for children, /World/** for all below."),
      ...settings,
    },
    { error: "an override: { files: […], … }" },
  );
  return z.strictObject(
    {
      $schema: z.string().optional().describe("The location of this schema."),
      ...settings,
      overrides: list(override, "a list of overrides")
        .optional()
        .describe("Settings for some files; later ones take precedence."),
    },
    { error: "a configuration: { profile, rules, … }" },
  );
}

/** Returns the JSON Schema of a configuration in JSON. */
export function configJsonSchema(rules: readonly { readonly id: string; readonly summary: string }[]): object {
  const schema = z.toJSONSchema(configSchema(rules), {
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.description !== ONLY_CODE) return;
      delete jsonSchema.type;
      delete jsonSchema.items;
      jsonSchema.not = {};
    },
  });
  return { ...schema, title: "Configuration of usda-lint" };
}
