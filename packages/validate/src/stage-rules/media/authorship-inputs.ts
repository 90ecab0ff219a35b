import { textsOf } from "@usdkit/usd";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "authorship-inputs",
    summary: "Inputs of an authorship record that are not pairs",
    detail: "`authorship:NAME:inputs` lists names and values in turn: its length is even.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdMediaValidators:AuthorshipInputsPaired"],
  },
  of: { properties: ["authorship:"], accepts: ({ apis }) => apis.has("AuthorshipAPI") },
  examples,
  checkStage({ report }) {
    return {
      property(property, _, prim) {
        if (!property.endsWith(":inputs")) return;
        const texts = textsOf(prim.value(property));
        if (texts === undefined || texts.length % 2 === 0) return;
        report({
          message: `"${property}" has ${texts.length === 1 ? "one text" : `${texts.length} texts`}: names and values come in pairs.`,
          hint: "Add the value of the last name, an empty one if it has none.",
          at: { prim: prim.path, property, field: "default" },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const record = (inputs: string): string =>
    defText(
      'def Xform "Chair" (\n    prepend apiSchemas = ["AuthorshipAPI:made"]\n)',
      `uniform string[] authorship:made:inputs = ${inputs}`,
    );
  return {
    good: [
      scene("pairs", record('["prompt", "a chair", "seed", "7"]')),
      scene("none", record("[]")),
      scene("without the API schema", record('["prompt"]').replace("AuthorshipAPI:made", "CollectionAPI:made")),
    ],
    bad: [
      badScene("a name alone", record('["prompt"]'), {
        found: ['7:5 error: "authorship:made:inputs" has one text: names and values come in pairs.'],
      }),
      badScene("three texts", record('["prompt", "a chair", "seed"]'), {
        found: ['7:5 error: "authorship:made:inputs" has 3 texts: names and values come in pairs.'],
      }),
      badScene("five texts", record('["a", "1", "b", "2", "c"]'), {
        found: ['7:5 error: "authorship:made:inputs" has 5 texts: names and values come in pairs.'],
      }),
    ],
  };
}
