import { nearestName } from "@usdkit/layer";
import { splitApi, type SchemaSet } from "@usdkit/schemas";
import { withArticle } from "../../checks/words.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { PrimShape } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleFinding } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "api-schema-invalid",
    summary: "An API schema on a type that it is not for, without its instance, or that does not exist",
    detail:
      "Some API schemas are for certain types (`ShadowAPI` for lights), some have an instance (`CollectionAPI:lights`). Programs ignore " +
      "others, and those that they do not know. Schemas that are not known are reported if the name is nearly that of a known one: " +
      "name the files of your own with `schemas` in the configuration.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
  },
  of: { accepts: ({ apiSchemas }) => apiSchemas.length > 0 },
  population: "all",
  examples,
  checkStage({ schemas, report }) {
    return {
      prim({ path, shape }) {
        for (const applied of shape.apiSchemas) {
          const problem = problemOf(schemas, shape, applied);
          if (problem !== undefined) report({ ...problem, at: { prim: path, field: "apiSchemas" } });
        }
      },
    };
  },
};

function problemOf(
  schemas: SchemaSet,
  shape: PrimShape,
  applied: string,
): Pick<StageRuleFinding, "message" | "hint" | "severity"> | undefined {
  const { schema, instance } = splitApi(applied);
  const definition = schemas.schemaOf(schema);
  if (definition === undefined) {
    const apis = [...schemas.all.values()].filter(({ kind }) => kind === "singleApply" || kind === "multipleApply");
    const near = nearestName(
      schema,
      apis.map(({ name }) => name),
    );
    return near === undefined
      ? undefined
      : { message: `There is no API schema "${schema}".`, hint: `Did you mean "${near}"?` };
  }
  if (definition.kind !== "singleApply" && definition.kind !== "multipleApply") {
    return {
      message: `"${schema}" is no API schema that can be applied.`,
      hint: "Remove it, or write it as the type of the prim.",
    };
  }
  if (definition.kind === "multipleApply" && instance === "") {
    return { message: `"${schema}" is applied without a name.`, hint: `Write "${schema}:NAME".` };
  }
  if (definition.kind === "singleApply" && applied.includes(":")) {
    return { message: `"${schema}" takes no name.`, hint: `Write "${schema}".` };
  }
  if (definition.instances !== undefined && !definition.instances.includes(instance)) {
    return { message: `"${schema}" has no instance "${instance}".`, hint: `Use ${definition.instances.join(", ")}.` };
  }
  const { appliesTo } = definition;
  if (appliesTo === undefined || shape.types.size === 0) return undefined;
  if (appliesTo.some((type) => shape.types.has(type) || shape.apis.has(type))) return undefined;
  return {
    message: `"${schema}" is not for ${withArticle(shape.typeName)}.`,
    hint: `It is for ${appliesTo.join(", ")}.`,
  };
}

function examples(): StageExamples {
  const prim = (type: string, api: string): string =>
    defText(`def ${type} "Thing" (\n    prepend apiSchemas = ["${api}"]\n)`);
  return {
    good: [
      scene("a collection", prim("Xform", "CollectionAPI:lights")),
      scene("of a light", prim("RectLight", "ShadowAPI")),
      scene("a schema of its own", prim("Xform", "StudioAssetAPI")),
    ],
    bad: [
      badScene("a misspelled name", prim("Mesh", "MaterialBindigAPI"), {
        found: ['4:5 warning: There is no API schema "MaterialBindigAPI".'],
      }),
      badScene("without a name", prim("Xform", "CollectionAPI"), {
        found: ['4:5 warning: "CollectionAPI" is applied without a name.'],
      }),
      badScene("with a name", prim("Mesh", "MaterialBindingAPI:wood"), {
        found: ['4:5 warning: "MaterialBindingAPI" takes no name.'],
      }),
      badScene("on another type", prim("Material", "VisibilityAPI"), {
        found: ['4:5 warning: "VisibilityAPI" is not for a Material.'],
      }),
      badScene("a type", prim("Scope", "Mesh"), {
        found: ['4:5 warning: "Mesh" is no API schema that can be applied.'],
      }),
    ],
  };
}
