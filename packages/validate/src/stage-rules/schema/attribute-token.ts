import { nearestName } from "@usdkit/layer";
import { setAttributeValue } from "@usdkit/usda";
import { textOf, textsOf } from "@usdkit/usd";
import { propertyFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Times of one attribute that are evaluated. */
const MAX_SAMPLES = 100;

export const rule: StageRule = {
  meta: {
    id: "attribute-token",
    summary: "A token that is none of those that the schema allows",
    detail: "Programs take another value for tokens that they do not know, mostly the fallback of the schema.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
  },
  of: { accepts: ({ schemaType, apiSchemas }) => schemaType !== "" || apiSchemas.length > 0 },
  examples,
  checkStage({ schemas, report }) {
    return {
      property(property, [{ spec }], prim) {
        if (spec.specType !== "attribute" || spec.valueType?.kind !== "token") return;
        const { schemaType, allApiSchemas } = prim.shape;
        const allowed = schemas.propertyOf(schemaType, property, allApiSchemas)?.allowedTokens;
        if (allowed === undefined || allowed.length === 0) return;
        const times = prim.sampleTimes(property).slice(0, MAX_SAMPLES);
        for (const time of times.length === 0 ? [null] : times) {
          const value = prim.value(property, time);
          const single = textOf(value);
          const wrong = (single === undefined ? (textsOf(value) ?? []) : [single]).find(
            (each) => !allowed.includes(each),
          );
          if (wrong === undefined) continue;
          const near = nearestName(wrong, allowed);
          report({
            message: `"${property}" is "${wrong}", which is none of ${allowed.map((each) => (each === "" ? '""' : each)).join(", ")}.`,
            hint: near === undefined ? "Use one of these." : `Did you mean "${near}"?`,
            at: { prim: prim.path, property },
            fixes:
              near === undefined || single === undefined || times.length > 0
                ? undefined
                : propertyFix(prim, property, { title: `Write \`"${near}"\`` }, (layer, path) =>
                    setAttributeValue(layer, path, JSON.stringify(near)),
                  ),
          });
          return;
        }
      },
    };
  },
};

function examples(): StageExamples {
  const mesh = (...statements: readonly string[]): string => defText('def Mesh "Box"', ...statements);
  return {
    good: [
      scene("an allowed token", mesh('uniform token purpose = "proxy"')),
      scene("any token", mesh('token primvars:tag = "left"')),
      scene(
        "at a time",
        mesh('token visibility.timeSamples = {\n        1: "inherited",\n        2: "invisible",\n    }'),
      ),
    ],
    bad: [
      badScene("a misspelled token", mesh('uniform token purpose = "proxi"'), {
        found: ['5:5 warning: "purpose" is "proxi", which is none of default, render, proxy, guide.'],
        fixed: `def Mesh "Box"
{
    uniform token purpose = "proxy"
}`,
      }),
      badScene(
        "at a time",
        mesh('token visibility.timeSamples = {\n        1: "inherited",\n        2: "hidden",\n    }'),
        { found: ['5:5 warning: "visibility" is "hidden", which is none of inherited, invisible.'], fixed: null },
      ),
      badScene(
        "of an API schema",
        defText(
          'def Cube "Box" (\n    prepend apiSchemas = ["PhysicsMeshCollisionAPI"]\n)',
          'uniform token physics:approximation = "convexhull"',
        ),
        {
          found: [
            '7:5 warning: "physics:approximation" is "convexhull", which is none of none, convexDecomposition, convexHull, boundingSphere, boundingCube, meshSimplification.',
          ],
          fixed: `def Cube "Box" (
    prepend apiSchemas = ["PhysicsMeshCollisionAPI"]
)
{
    uniform token physics:approximation = "convexHull"
}`,
        },
      ),
    ],
  };
}
