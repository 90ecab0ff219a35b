import { setField } from "@usdkit/usda";
import { primFix } from "../../checks/stage-fixes.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleFinding } from "../../rule/stage-rule.ts";

/** Kinds of models, and whether models may be below them. */
const MODELS: ReadonlyMap<string, boolean> = new Map([
  ["model", false],
  ["component", false],
  ["group", true],
  ["assembly", true],
]);

export const rule: StageRule = {
  meta: {
    id: "kind-hierarchy",
    summary: "A kind that does not exist, or a model outside of the hierarchy of models",
    detail:
      "The kinds are `component`, `group`, `assembly` and `subcomponent`; `model` is the base of the first three and not to be " +
      "authored. All prims above a model have to be of kind `group` or `assembly`, and nothing below a component is a model: " +
      "otherwise programs that walk the models of a stage do not find it.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:KindChecker"],
  },
  of: { accepts: ({ kind }) => kind !== "" },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const { kind } = prim.shape;
        if (kind === "subcomponent") return;
        const finding = MODELS.has(kind) ? aboutModel(prim, kind) : unknownKind(kind);
        if (finding !== undefined) report({ ...finding, at: { prim: prim.path, field: "kind" } });
      },
    };
  },
};

function unknownKind(kind: string): Omit<StageRuleFinding, "at"> {
  return {
    message: `"${kind}" is no kind of USD.`,
    hint: "Use component, group, assembly or subcomponent, or turn the rule off for kinds of your own.",
  };
}

function aboutModel(prim: CheckedPrim, kind: string): Omit<StageRuleFinding, "at"> | undefined {
  if (kind === "model") {
    return {
      message: '"model" is the base of other kinds, and no kind of a prim.',
      hint: "Use component, group or assembly.",
    };
  }
  const above = ancestorsOf(prim);
  if (above.some(({ shape }) => shape.kind === "component")) {
    return {
      message: `The ${kind} is below a component: it is no model.`,
      hint: "A part of a component has the kind subcomponent.",
      fixes: primFix(
        prim,
        { title: "Write the kind `subcomponent`" },
        (layer, path) => setField(layer, path, "kind", '"subcomponent"'),
        { field: "kind" },
      ),
    };
  }
  const gap = above.find(({ shape }) => MODELS.get(shape.kind) !== true);
  if (gap === undefined) return undefined;
  const what = gap.shape.kind === "" ? "has no kind" : `has the kind "${gap.shape.kind}"`;
  return {
    message: `The ${kind} is no model: a prim above it ${what}.`,
    hint: "Prims above a model have the kind group or assembly.",
    related: [{ message: "The prim that interrupts the hierarchy of models.", at: { prim: gap.path } }],
  };
}

/** Nearest first. */
function ancestorsOf({ parent }: CheckedPrim): readonly CheckedPrim[] {
  const found: CheckedPrim[] = [];
  for (let at = parent; at !== undefined; at = at.parent) found.push(at);
  return found;
}

function examples(): StageExamples {
  const world = (kind: string, chair: string): string =>
    `def Xform "World" (\n    kind = "${kind}"\n)\n{\n    def Xform "Chair" (\n        kind = "${chair}"\n    )\n    {\n    }\n}`;
  const bare = world("assembly", "component").replace(' (\n    kind = "assembly"\n)', "");
  return {
    good: [
      scene("an assembly of components", world("assembly", "component")),
      scene("a component by itself", 'def Xform "Chair" (\n    kind = "component"\n)\n{\n}'),
      scene("a part of a component", world("component", "subcomponent")),
    ],
    bad: [
      badScene("a component in another", world("component", "component"), {
        found: ["8:9 warning: The component is below a component: it is no model."],
        fixed: world("component", "subcomponent"),
      }),
      badScene("a prim without a kind above", bare, {
        found: ["6:9 warning: The component is no model: a prim above it has no kind."],
        fixed: null,
      }),
      badScene("a kind that does not exist", world("assembly", "prop"), {
        found: ['8:9 warning: "prop" is no kind of USD.'],
        fixed: null,
      }),
      badScene("the base of kinds", 'def Xform "Chair" (\n    kind = "model"\n)\n{\n}', {
        found: ['4:5 warning: "model" is the base of other kinds, and no kind of a prim.'],
        fixed: null,
      }),
    ],
  };
}
