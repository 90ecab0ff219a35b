import { authoredPaths } from "../../checks/target-places.ts";
import { isIncomplete } from "../../checks/incomplete-prims.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** What the rule notes of a prim. */
interface Fact {
  /** Whether no layer defines it, but all prims above it are defined. */
  readonly isOver: boolean;
  /** Targets of its relationships and connections. */
  readonly targets: readonly string[];
}

export const rule: StageRule = {
  meta: {
    id: "dangling-over",
    summary: "A prim that layers override and none defines",
    detail:
      "An `over` changes a prim that another layer defines: without a `def` the prim is not on the stage, and its opinions have no " +
      "effect. Often the name is misspelled, or the layer that defines the prim is missing. Prims with such a prim above them, " +
      "targets of relationships and connections and prims above these, and layers of which all root prims are `over` (which are made " +
      "to be used by others) are not reported.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:DanglingOverPrimChecker"],
  },
  population: "all",
  examples,
  checkStage({ stage, look, note, report }) {
    return {
      prim(prim) {
        const { shape, parent } = prim;
        const isOver = shape.specifier === "over" && parent?.isDefined !== false;
        const targets: string[] = [];
        for (const [name, specs] of prim.properties) {
          if (specs.some(({ spec }) => authoredPaths(spec) !== undefined)) targets.push(...prim.targets(name));
        }
        if (isOver || targets.length > 0) note({ isOver, targets } satisfies Fact);
      },
      end(facts) {
        const noted = [...facts];
        const overs = noted.filter(({ fact }) => (fact as Fact).isOver).map(({ prim }) => prim);
        if (overs.length === 0) return;
        const targeted = new Set<string>();
        for (const { fact } of noted) for (const target of (fact as Fact).targets) addWithAncestors(target, targeted);
        const roots = stage.children(0).map((id) => stage.paths.text(id));
        if (roots.every((root) => look(root)?.isDefined !== true)) return;
        for (const prim of overs) {
          if (targeted.has(prim) || isIncomplete(stage, prim)) continue;
          report({
            message: "No layer defines the prim: what is authored here has no effect.",
            hint: "Correct the name, write `def`, or add the layer that defines it.",
            at: { prim },
          });
        }
      },
    };
  },
};

/** Adds the prim of a path, and those above it. */
function addWithAncestors(target: string, paths: Set<string>): void {
  for (
    let path = target.split(".", 1)[0];
    path !== "" && !paths.has(path);
    path = path.slice(0, path.lastIndexOf("/"))
  ) {
    paths.add(path);
  }
}

function examples(): StageExamples {
  const world = 'def Xform "World"\n{\n}';
  const found = (place: string): string[] => [
    `${place} info: No layer defines the prim: what is authored here has no effect.`,
  ];
  return {
    good: [
      scene("a prim that another layer defines", 'over "World"\n{\n    double x = 1\n}', {
        metadata: "subLayers = [@./part.usda@]",
        files: { "part.usda": `#usda 1.0\n\n${world}\n` },
      }),
      scene(
        "the target of a relationship",
        `${world.replace("{\n", "{\n    rel to = </Marks/A>\n")}\n\nover "Marks"\n{\n    over "A"\n    {\n    }\n}`,
      ),
      scene("a layer for others", 'over "World"\n{\n}'),
    ],
    bad: [
      badScene("a misspelled name", `${world}\n\nover "Wordl"\n{\n}`, { found: found("7:7") }),
      badScene(
        "below a prim",
        'def Xform "World"\n{\n    over "Chair"\n    {\n        over "Leg"\n        {\n        }\n    }\n}',
        {
          found: found("5:11"),
        },
      ),
      {
        title: "below a reference",
        files: {
          "shot.usda":
            '#usda 1.0\n\ndef "A" (\n    references = @./chair.usda@</Chair>\n)\n{\n    over "Legg"\n    {\n    }\n}\n',
          "chair.usda": '#usda 1.0\n\ndef Xform "Chair"\n{\n    def "Leg"\n    {\n    }\n}\n',
        },
        found: ["shot.usda:7:11 info: No layer defines the prim: what is authored here has no effect."],
      },
    ],
  };
}
