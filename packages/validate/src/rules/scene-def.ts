import { fullSceneProfiles } from "../model/profile.ts";
import type { Rule, FixedExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { defineIt } from "../scene/specifier-fix.ts";
import { primPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "scene-def",
    scope: "prim",
    summary: "`over` or `class` in a full scene",
    detail:
      "An `over` adds to a prim that another layer defines, and a `class` is there to be inherited: in a scene of one layer " +
      "neither defines a prim, nor do prims under it. One finding at the top of each such branch. Spec 2.8 rule 9.",
    severity: "error",
    effect: "ignored",
    profiles: fullSceneProfiles,
    fixable: "unsafe",
  },
  examples,
  check({ source, report }) {
    return {
      undefinedPrim(prim) {
        const { specifier } = prim;
        report({
          message: `${shortPath(prim.path)} is declared with \`${specifier}\`: in a full scene only \`def\` makes prims.`,
          hint:
            specifier === "over" ? "Write `def`, or check the file as a patch." : "Write `def`, or remove the prim.",
          fixes: defineIt(source, prim, "def"),
          ...primPlace(prim),
        });
      },
    };
  },
};

function examples(): FixedExamples {
  return {
    good: [
      { title: "definitions", source: fullScene('\ndef Xform "World"\n{\n    def "Group"\n    {\n    }\n}\n') },
      { title: "an inactive class", source: fullScene('\nclass "Chair" (\n    active = false\n)\n{\n}\n') },
      {
        title: "overs in a patch",
        source: '#usda 1.0\nover "World"\n{\n    over "Main"\n    {\n        float focalLength = 50\n    }\n}\n',
        profile: "patch",
        base: '#usda 1.0\ndef Xform "World"\n{\n    def Camera "Main"\n    {\n    }\n}\n',
      },
    ],
    bad: [
      {
        title: "an over",
        source: fullScene('\nover "World"\n{\n}\n'),
        at: ["2:1"],
        fixed: fullScene('\ndef "World"\n{\n}\n'),
      },
      {
        title: "a class",
        source: fullScene('\nclass Xform "Chair"\n{\n}\n'),
        at: ["2:1"],
        fixed: fullScene('\ndef Xform "Chair"\n{\n}\n'),
      },
      {
        title: "the topmost prim of a branch",
        source: fullScene(
          '\nover "World"\n{\n    over "A"\n    {\n    }\n}\n\ndef Xform "B"\n{\n    class "C"\n    {\n    }\n}\n',
        ),
        at: ["2:1", "11:5"],
        fixed: fullScene(
          '\ndef "World"\n{\n    def "A"\n    {\n    }\n}\n\ndef Xform "B"\n{\n    def "C"\n    {\n    }\n}\n',
        ),
      },
    ],
  };
}
