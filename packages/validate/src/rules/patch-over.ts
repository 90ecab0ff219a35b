import type { Rule, FixedExamples } from "../rule/rule.ts";
import { baseScene, patchOf } from "../examples/patch-scene.ts";
import { primPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";
import { defineIt } from "../scene/specifier-fix.ts";

export const rule: Rule = {
  meta: {
    id: "patch-over",
    summary: "`def` or `class` in a patch",
    detail:
      "A patch changes prims of the session's scene with `over` and creates none. One finding at the top of each branch. " +
      "Spec 2.8 rule 9.",
    severity: "error",
    effect: "rejected",
    profiles: ["patch"],
    fixable: "unsafe",
  },
  examples,
  check({ scene, source, report }) {
    for (const { prim, beginsDefinition } of scene.patchPrims) {
      if (!beginsDefinition) continue;
      report({
        message: `${shortPath(prim.path)} is declared with \`${prim.specifier}\`: in a patch only \`over\` is allowed.`,
        hint: "Write `over`, or check the file as a full scene.",
        fixes: defineIt(source, prim, "over"),
        ...primPlace(prim),
      });
    }
    return undefined;
  },
};

function examples(): FixedExamples {
  const good = patchOf("Main", "float focalLength = 50");
  return {
    good: [
      { title: "overs", source: good, profile: "patch", base: baseScene },
      {
        title: "an over with a type",
        source: good.replace('over "Main"', 'over Camera "Main"'),
        profile: "patch",
        base: baseScene,
      },
      {
        title: "definitions in a full scene",
        source: baseScene.replace('    def Camera "Second"\n    {\n    }\n\n', ""),
      },
    ],
    bad: [
      {
        title: "a camera declared with def",
        source: good.replace("    over", "    def"),
        profile: "patch",
        base: baseScene,
        at: ["4:5"],
        fixed: good,
      },
      {
        title: "the topmost prim of a branch",
        source: good.replaceAll("over", "def"),
        profile: "patch",
        base: baseScene,
        at: ["2:1"],
        fixed: good,
      },
      {
        title: "a class",
        source: `${good}\nclass "Lens"\n{\n}\n`,
        profile: "patch",
        base: baseScene,
        at: ["10:1"],
        fixed: `${good}\nover "Lens"\n{\n}\n`,
      },
    ],
  };
}
