import { valueTypes } from "@usdkit/layer";
import type { PropertyOpinion } from "@usdkit/usd";
import { layerFix } from "../../checks/stage-fixes.ts";
import { typeNameEdits } from "../../checks/type-name-fix.ts";
import { isSameStorage } from "../../checks/value-kinds.ts";
import { badScene, defText, layerText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "attribute-schema-type",
    summary: "An attribute of another type than its schema or a stronger layer defines",
    detail:
      "Programs read attributes of a schema as the type that it defines. A value of a type with the same numbers (`float3` for " +
      "`point3f`) is read all the same, and reported as a warning; other values are not read. All layers are checked. Of " +
      "other attributes the strongest layer defines the type: transform ops of another precision are fixed, which is unsafe, as weaker values " +
      "are rounded.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "both",
    sameAs: ["usdValidation:AttributeTypeMismatch", "nvidia:UsdValidationAttributeTypeMismatchChecker"],
  },
  population: "all",
  examples,
  checkStage({ schemas, report }) {
    return {
      property(property, specs, { shape, isDefined, isAbstract }) {
        const { schemaType, allApiSchemas } = shape;
        const type = shape.types.size === 0 ? "" : schemaType;
        const definition = schemas.propertyOf(type, property, allApiSchemas);
        const isOfSchema = definition !== undefined && definition.isOptional !== true;
        if (isOfSchema && definition.type === "rel") return;
        const expected = isOfSchema ? definition.type : strongestType(specs);
        if (expected === undefined) return;
        for (const { layer, owner, spec } of specs) {
          if (spec.specType !== "attribute") continue;
          const { typeName } = spec;
          if (typeName === expected || typeName === "" || canonical(typeName) === canonical(expected)) continue;
          const isAlike = isSameStorage(spec.typeName, expected);
          const isText = expected.startsWith("token") || expected.startsWith("string");
          const title = { title: `Write the type \`${expected}\``, safe: !isText };
          const where = !isOfSchema ? "a stronger layer" : schemaType === "" ? "its schema" : schemaType;
          report({
            message: `"${property}" is of type ${spec.typeName}; ${where} has ${expected}.`,
            severity: isAlike || !isOfSchema ? "warning" : undefined,
            hint: `Write \`${expected} ${property}\`.`,
            at: { layer, spec: owner, propertySpec: spec, range: spec.statements[0] ?? spec.range },
            // Others look at defined prims only.
            sameAs: isDefined && !isAbstract ? undefined : [],
            fixes:
              isAlike && isOfSchema
                ? layerFix(layer, title, (text) => typeNameEdits(text, spec, spec.typeName, expected))
                : isPrecisionOfOp(property, spec.typeName, expected)
                  ? layerFix(layer, { ...title, safe: false }, (text) =>
                      typeNameEdits(text, spec, spec.typeName, expected),
                    )
                  : undefined,
          });
        }
      },
    };
  },
};

/** Whether two types are those of one transform op in different precision. */
function isPrecisionOfOp(property: string, a: string, b: string): boolean {
  const [first, second] = [valueTypes.get(a), valueTypes.get(b)];
  if (!property.startsWith("xformOp:") || first === undefined || second === undefined) return false;
  const isReal = [first, second].every(({ kind }) => kind === "half" || kind === "float" || kind === "double");
  return isReal && first.dims.join() === second.dims.join() && first.quaternion === second.quaternion;
}

/** Returns the type of an attribute that no schema defines: that of the strongest layer. */
function strongestType(specs: readonly PropertyOpinion[]): string | undefined {
  if (specs.length < 2) return undefined;
  for (const { spec } of specs) if (spec.specType === "attribute" && spec.typeName !== "") return spec.typeName;
  return undefined;
}

/** Returns a type name without old aliases. */
function canonical(name: string): string {
  const isArray = name.endsWith("[]");
  const type = valueTypes.get(isArray ? name.slice(0, -2) : name);
  return type === undefined ? name : type.canonicalName + (isArray ? "[]" : "");
}

function examples(): StageExamples {
  const scaled = (specifier: string, type: string): string =>
    defText(
      `${specifier} Xform "Box"`,
      `${type} xformOp:scale = (2, 2, 2)`,
      'uniform token[] xformOpOrder = ["xformOp:scale"]',
    );
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
      badScene("of two types in two layers", defText('over "Box"', "double3 size = (1, 1, 1)"), {
        metadata: "subLayers = [@./part.usda@]",
        files: { "part.usda": `#usda 1.0\n\n${defText('def Xform "Box"', "float3 size = (2, 2, 2)")}\n` },
        found: ['part.usda:5:5 warning: "size" is of type float3; a stronger layer has double3.'],
        fixed: null,
      }),
      {
        title: "a transform op of two precisions",
        files: {
          "stage.usda": layerText(scaled("over", "double3"), "subLayers = [@./part.usda@]"),
          "part.usda": layerText(scaled("def", "float3")),
        },
        found: ['part.usda:5:5 warning: "xformOp:scale" is of type float3; a stronger layer has double3.'],
        fixed: { "part.usda": layerText(scaled("def", "double3")) },
      },
    ],
  };
}
