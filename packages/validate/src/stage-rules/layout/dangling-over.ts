import type { Layer, PrimSpec } from "@usdkit/layer";
import { keepComments, removePrim } from "@usdkit/usda";
import { textOf } from "@usdkit/usd";
import { arcTargets } from "../../checks/arc-targets.ts";
import { isIncomplete } from "../../checks/incomplete-prims.ts";
import { primFix } from "../../checks/stage-fixes.ts";
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
      "effect. Often the name is misspelled, or the layer that defines the prim is missing. Not reported are prims with such a prim " +
      "above them or in a class, targets of relationships, connections and arcs with the prims above these, and layers of which all root " +
      "prims are `over` (which are made to be used by others). The fix removes an `over` that authors nothing, and keeps its comments; it " +
      "is unsafe, as another layer may name the prim, or have its children in another order without it.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:DanglingOverPrimChecker"],
  },
  population: "all",
  examples,
  checkStage({ stage, look, note, report }) {
    return {
      prim(prim) {
        const { shape, parent } = prim;
        // Prims that inherit a class have its opinions.
        const isOver = shape.specifier === "over" && parent?.isDefined !== false && !prim.isAbstract;
        const targets: string[] = [];
        for (const name of prim.withPaths) targets.push(...prim.targets(name));
        if (isOver || targets.length > 0) note({ isOver, targets } satisfies Fact);
      },
      end(facts) {
        const noted = [...facts];
        const overs = noted.filter(({ fact }) => (fact as Fact).isOver).map(({ prim }) => prim);
        if (overs.length === 0) return;
        const targeted = new Set<string>();
        for (const { fact } of noted) for (const target of (fact as Fact).targets) addWithAncestors(target, targeted);
        const sources = arcTargets(stage);
        const roots = stage.children(0).map((id) => stage.paths.text(id));
        if (roots.every((root) => look(root)?.isDefined !== true)) return;
        for (const prim of overs) {
          if (targeted.has(prim) || sources.has(stage.paths.parse(prim)) || isIncomplete(stage, prim)) continue;
          const checked = look(prim);
          report({
            message: "No layer defines the prim: what is authored here has no effect.",
            hint: "Correct the name, write `def`, or add the layer that defines it.",
            at: { prim },
            fixes:
              checked === undefined
                ? undefined
                : primFix(checked, { title: "Remove the prim, which authors nothing" }, (layer, path, spec) =>
                    spec.specType === "prim" && authorsNothing(spec) && !isDefaultPrim(layer, spec.name)
                      ? keepComments(layer, removePrim(layer, path))
                      : [],
                  ),
          });
        }
      },
    };
  },
};

function isDefaultPrim({ root }: Layer, name: string): boolean {
  const value = root.fields.get("defaultPrim")?.value;
  return value?.kind === "typed" && textOf(value) === name;
}

/** Whether a prim and all below it are without types, metadata and properties. */
function authorsNothing(spec: PrimSpec): boolean {
  const waiting = [spec];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const { specifier, typeName, fields, properties, variantSets, children } = each;
    if (specifier !== "over" || typeName !== "") return false;
    if (fields.size + properties.length + variantSets.length > 0) return false;
    waiting.push(...children);
  }
  return true;
}

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
      scene(
        "the target of a connection",
        `${world.replace("{\n", "{\n    double x.connect = </Marks.x>\n")}\n\nover "Marks"\n{\n    double x\n}`,
      ),
      scene("in a class", `${world}\n\nclass "Chairs"\n{\n    over "Leg"\n    {\n        double x = 1\n    }\n}`),
      scene(
        "the prim of a reference",
        'def Xform "World" (\n    references = </Parts/Chair>\n)\n{\n}\n\nover "Parts"\n{\n    def Xform "Chair"\n    {\n    }\n}',
      ),
      scene("a layer for others", 'over "World"\n{\n}'),
    ],
    bad: [
      badScene("a misspelled name", `${world}\n\nover "Wordl"\n{\n}`, { found: found("7:7"), fixed: world }),
      badScene(
        "below a prim",
        'def Xform "World"\n{\n    over "Chair"\n    {\n        over "Leg"\n        {\n        }\n    }\n}',
        { found: found("5:11"), fixed: world },
      ),
      badScene(
        "with an opinion, which may be meant for another prim",
        `${world}\n\nover "Wordl"\n{\n    double x = 1\n}`,
        {
          found: found("7:7"),
          fixed: null,
        },
      ),
      badScene(
        "with variants",
        `${world}\n\nover "Wordl" (\n    variantSets = "size"\n)\n{\n    variantSet "size" = {\n        "big" {\n        }\n    }\n}`,
        { found: found("7:7"), fixed: null },
      ),
      badScene("with a comment", `${world}\n\n# The wordl.\nover "Wordl"\n{\n    # Nothing yet.\n}`, {
        found: found("8:7"),
        fixed: `${world}\n# The wordl.\n    # Nothing yet.`,
      }),
      {
        title: "below a reference",
        files: {
          "shot.usda":
            '#usda 1.0\n\ndef "A" (\n    references = @./chair.usda@</Chair>\n)\n{\n    over "Legg"\n    {\n    }\n}\n',
          "chair.usda": '#usda 1.0\n\ndef Xform "Chair"\n{\n    def "Leg"\n    {\n    }\n}\n',
        },
        found: ["shot.usda:7:11 info: No layer defines the prim: what is authored here has no effect."],
        fixed: { "shot.usda": '#usda 1.0\n\ndef "A" (\n    references = @./chair.usda@</Chair>\n)\n{\n}\n' },
      },
    ],
  };
}
