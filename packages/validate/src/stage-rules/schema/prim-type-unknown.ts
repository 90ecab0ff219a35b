import { nearestName } from "@usdkit/layer";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "prim-type-unknown",
    summary: "A type that no schema defines, or that prims cannot have",
    detail:
      "Programs take a prim of a type that they do not know for one without a type: it is not drawn. Types of a site are named by " +
      "`schemas` in the configuration (files `generatedSchema.usda`), or have `fallbackPrimTypes` in the root layer.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
  },
  of: { accepts: ({ typeName }) => typeName !== "" },
  population: "all",
  examples,
  checkStage({ schemas, report }) {
    const concrete = [...schemas.all.values()].filter(({ kind }) => kind === "concrete").map(({ name }) => name);
    return {
      prim({ path, shape }) {
        const schema = schemas.schemaOf(shape.schemaType);
        if (schema?.kind === "concrete") return;
        const near = schema === undefined ? nearestName(shape.typeName, concrete) : undefined;
        report({
          message:
            schema === undefined
              ? `No schema defines the type "${shape.typeName}".`
              : `"${shape.typeName}" is ${schema.kind === "abstract" ? "an abstract type" : "an API schema"}: prims do not have it as their type.`,
          severity: schema === undefined && near === undefined ? "info" : undefined,
          hint:
            near === undefined
              ? "Correct it, or name its schema in the configuration (`schemas`)."
              : `Did you mean "${near}"?`,
          at: { prim: path },
        });
      },
    };
  },
};

function examples(): StageExamples {
  return {
    good: [
      scene("a type", 'def Mesh "Box"\n{\n}'),
      scene("no type", 'def "Box"\n{\n}'),
      scene("a fallback", 'def StudioRig "Box"\n{\n}', {
        metadata: 'fallbackPrimTypes = {\n        token[] StudioRig = ["Xform"]\n    }',
      }),
    ],
    bad: [
      badScene("a misspelled type", 'def Mseh "Box"\n{\n}', {
        found: ['3:11 warning: No schema defines the type "Mseh".'],
      }),
      badScene("an abstract type", 'def Gprim "Box"\n{\n}', {
        found: ['3:12 warning: "Gprim" is an abstract type: prims do not have it as their type.'],
      }),
      badScene("an API schema", 'def MaterialBindingAPI "Box"\n{\n}', {
        found: ['3:25 warning: "MaterialBindingAPI" is an API schema: prims do not have it as their type.'],
      }),
      badScene("a type of a site", 'def StudioCharacterRig "Box"\n{\n}', {
        found: ['3:25 info: No schema defines the type "StudioCharacterRig".'],
      }),
    ],
  };
}
