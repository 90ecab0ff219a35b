import { valueTypes } from "@usdkit/layer";
import { layerFix } from "../../checks/stage-fixes.ts";
import { typeNameEdits } from "../../checks/type-name-fix.ts";
import { isSameStorage } from "../../checks/value-kinds.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "attribute-schema-type",
    summary: "An attribute of another type than its schema defines",
    detail:
      "Programs read attributes of a schema as the type that it defines. A value of a type with the same numbers (`float3` for " +
      "`point3f`) is read all the same, and reported as a warning; other values are not read. All layers are checked.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "both",
    sameAs: ["usdValidation:AttributeTypeMismatch", "nvidia:UsdValidationAttributeTypeMismatchChecker"],
  },
  of: { accepts: ({ schemaType, apiSchemas }) => schemaType !== "" || apiSchemas.length > 0 },
  population: "all",
  examples,
  checkStage({ schemas, report }) {
    return {
      property(property, specs, prim) {
        const { schemaType, allApiSchemas } = prim.shape;
        const definition = schemas.propertyOf(schemaType, property, allApiSchemas);
        if (definition === undefined || definition.isOptional === true || definition.type === "rel") return;
        for (const { layer, owner, spec } of specs) {
          if (spec.specType !== "attribute") continue;
          const { typeName } = spec;
          if (typeName === definition.type || typeName === "" || canonical(typeName) === definition.type) continue;
          const isAlike = isSameStorage(spec.typeName, definition.type);
          const isText = definition.type.startsWith("token") || definition.type.startsWith("string");
          const title = { title: `Write the type \`${definition.type}\``, safe: !isText };
          report({
            message: `"${property}" is of type ${spec.typeName}; ${schemaType === "" ? "its schema" : schemaType} has ${definition.type}.`,
            severity: isAlike ? "warning" : undefined,
            hint: `Write \`${definition.type} ${property}\`.`,
            at: { layer, spec: owner, propertySpec: spec, range: spec.statements[0] ?? spec.range },
            fixes: isAlike
              ? layerFix(layer, title, (text) => typeNameEdits(text, spec, spec.typeName, definition.type))
              : undefined,
          });
        }
      },
    };
  },
};

/** Returns a type name without old aliases. */
function canonical(name: string): string {
  const isArray = name.endsWith("[]");
  const type = valueTypes.get(isArray ? name.slice(0, -2) : name);
  return type === undefined ? name : type.canonicalName + (isArray ? "[]" : "");
}

function examples(): StageExamples {
  const mesh = (...statements: readonly string[]): string => defText('def Mesh "Box"', ...statements);
  return {
    good: [
      scene("its types", mesh("point3f[] points = [(0, 0, 0)]", 'uniform token subdivisionScheme = "none"')),
      scene("attributes of its own", mesh("custom float weight = 1")),
      scene("an old name of the type", mesh("PointFloat[] points = [(0, 0, 0)]")),
    ],
    bad: [
      badScene("vectors for points", mesh("float3[] points = [(0, 0, 0)]"), {
        found: ['5:5 warning: "points" is of type float3[]; Mesh has point3f[].'],
        fixed: `def Mesh "Box"
{
    point3f[] points = [(0, 0, 0)]
}`,
      }),
      badScene("a number for a length", defText('def Sphere "Ball"', "float radius = 1"), {
        found: ['5:5 error: "radius" is of type float; Sphere has double.'],
        fixed: null,
      }),
      badScene("a string for a token", mesh('string purpose = "proxy"'), {
        found: ['5:5 warning: "purpose" is of type string; Mesh has token.'],
        fixed: `def Mesh "Box"
{
    token purpose = "proxy"
}`,
      }),
      badScene(
        "of an API schema",
        defText('def Cube "Box" (\n    prepend apiSchemas = ["PhysicsMassAPI"]\n)', "double physics:mass = 1"),
        {
          found: ['7:5 error: "physics:mass" is of type double; Cube has float.'],
          fixed: null,
        },
      ),
    ],
  };
}
