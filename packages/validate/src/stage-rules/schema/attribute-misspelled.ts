import { nearestName } from "@usdkit/layer";
import { renameProperty } from "@usdkit/usda";
import { definedNames } from "../../checks/schema-names.ts";
import { propertyFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Shorter names are too much alike. */
const MIN_LENGTH = 4;

export const rule: StageRule = {
  meta: {
    id: "attribute-misspelled",
    summary: "A property that no schema of the prim defines, with nearly the name of one that it has",
    detail:
      "Programs ignore properties that they do not know. Those that a layer declares as `custom`, and those next to the property with the " +
      "right name, are not reported.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
  },
  of: { accepts: ({ types, apis }) => types.size > 0 || apis.size > 0 },
  examples,
  checkStage({ schemas, report }) {
    return {
      property(property, specs, prim) {
        const { shape } = prim;
        if (property.length < MIN_LENGTH || specs.some(({ spec }) => spec.custom)) return;
        if (schemas.propertyOf(shape.schemaType, property, shape.allApiSchemas) !== undefined) return;
        const near = nearMiss(property, definedNames(schemas, shape));
        if (near === undefined || prim.properties.has(near)) return;
        report({
          message: `${shape.typeName === "" ? "The prim" : shape.typeName} has no property "${property}".`,
          hint: `Did you mean "${near}"? Otherwise declare it as \`custom\`.`,
          at: { prim: prim.path, property },
          fixes: propertyFix(prim, property, { title: `Rename to \`${near}\`` }, (layer, path) =>
            renameProperty(layer, path, near),
          ),
        });
      },
    };
  },
};

/** Returns the name that is meant: in the same namespace. */
function nearMiss(property: string, names: readonly string[]): string | undefined {
  const namespace = property.slice(0, property.lastIndexOf(":") + 1);
  const same = names.filter((name) => name.startsWith(namespace) && !name.includes(":", namespace.length));
  const base = property.slice(namespace.length);
  if (base.length < MIN_LENGTH) return undefined;
  const lower = base.toLowerCase();
  const bases = same.map((name) => name.slice(namespace.length));
  const near = bases.find((each) => each.toLowerCase() === lower) ?? nearestName(base, bases);
  return near === undefined ? undefined : namespace + near;
}

function examples(): StageExamples {
  const mesh = (...statements: readonly string[]): string => defText('def Mesh "Box"', ...statements);
  return {
    good: [
      scene("its properties", mesh("point3f[] points = []", "int[] faceVertexCounts = []")),
      scene("a custom property", mesh("custom int[] faceVertexCount = []")),
      scene("a name of its own", mesh("float stiffness = 1", "float ri:trimcurve = 1")),
    ],
    bad: [
      badScene("a letter", mesh("int[] faceVertexCount = [3]"), {
        found: ['5:5 warning: Mesh has no property "faceVertexCount".'],
        fixed: `def Mesh "Box"
{
    int[] faceVertexCounts = [3]
}`,
      }),
      badScene("a capital", mesh('uniform token SubdivisionScheme = "none"'), {
        found: ['5:5 warning: Mesh has no property "SubdivisionScheme".'],
        fixed: `def Mesh "Box"
{
    uniform token subdivisionScheme = "none"
}`,
      }),
      badScene("in a namespace", defText('def RectLight "Key"', "float inputs:intensty = 2"), {
        found: ['5:5 warning: RectLight has no property "inputs:intensty".'],
        fixed: `def RectLight "Key"
{
    float inputs:intensity = 2
}`,
      }),
    ],
  };
}
