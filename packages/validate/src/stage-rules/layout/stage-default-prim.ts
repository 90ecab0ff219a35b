import { nearestName } from "@usdkit/layer";
import type { StageLayer } from "@usdkit/usd";
import { setField } from "@usdkit/usda";
import { layerFix } from "../../checks/stage-fixes.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";
import { quote } from "../../scene/quote.ts";

/** The reference asks only whether there is one. */
const SHAPE_CHECKS = ["nvidia:DefaultPrimChecker"];

export const rule: StageRule = {
  meta: {
    id: "stage-default-prim",
    summary: "A stage without a default prim, or with one that does not serve as the root of an asset",
    detail:
      "`defaultPrim` of the root layer names the prim that references and payloads without a path bring in, and that tools show. It " +
      "should be an active Xform (or another prim with a transform) or Scope at the root that holds the whole asset. Other root prims " +
      "with content are infos: references leave them out.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["usdValidation:StageMetadataChecker", "nvidia:DefaultPrimChecker"],
  },
  examples,
  checkStage(context) {
    return { end: () => checkDefaultPrim(context) };
  },
};

function checkDefaultPrim(context: StageRuleContext): void {
  const { stage, look, report } = context;
  const { rootLayer } = stage.layerStack;
  const roots = stage.children(0).flatMap((id) => look(stage.paths.text(id)) ?? []);
  const value = rootLayer.layer.root.fields.get("defaultPrim")?.value;
  const authored = value?.kind === "typed" && typeof value.data === "string" ? value.data : "";
  const path = authored.startsWith("/") ? authored : `/${authored}`;
  const prim = authored === "" ? undefined : look(path);
  if (prim === undefined) reportMissing(context, authored, roots);
  else {
    const problem = problemOf(prim);
    if (problem !== undefined) {
      report({
        message: `The default prim ${problem[0]}.`,
        hint: problem[1],
        at: { prim: prim.path },
        sameAs: SHAPE_CHECKS,
      });
    }
    for (const root of roots) {
      if (root.id === prim.id || prim.path.startsWith(`${root.path}/`) || !isCandidate(root)) continue;
      report({
        message: `References to the default prim leave out "${root.name}" next to it.`,
        severity: "info",
        at: { prim: root.path },
        sameAs: SHAPE_CHECKS,
        related: [{ message: "The default prim.", at: { prim: "/", field: "defaultPrim" } }],
      });
    }
  }
}

function reportMissing({ stage, report }: StageRuleContext, authored: string, roots: readonly CheckedPrim[]): void {
  const { rootLayer } = stage.layerStack;
  const candidates = roots.filter(isCandidate).map(({ name }) => name);
  const near = nearestName(
    authored,
    roots.map(({ name }) => name),
  );
  const hasField = rootLayer.layer.root.fields.has("defaultPrim");
  report({
    message: hasField
      ? `"defaultPrim" is ${quote(authored)}, but the stage has no such prim.`
      : 'The stage has no "defaultPrim": references to it need the path of a prim.',
    hint: near !== undefined ? `Did you mean ${quote(near)}?` : "Name the root prim that holds the asset.",
    at: hasField ? { prim: "/", field: "defaultPrim" } : { layer: rootLayer, spec: rootLayer.layer.root },
    fixes: nameIt(rootLayer, near ?? (candidates.length === 1 ? candidates[0] : undefined)),
  });
}

function nameIt(
  layer: StageLayer,
  name: string | undefined,
): (() => ReturnType<ReturnType<typeof layerFix>>) | undefined {
  if (name === undefined) return undefined;
  return layerFix(layer, { title: `Write \`defaultPrim = ${quote(name)}\`` }, (root) =>
    setField(root, "/", "defaultPrim", quote(name)),
  );
}

/** Returns what is wrong with a default prim, and what to do. */
function problemOf(prim: CheckedPrim): readonly [string, string] | undefined {
  const { shape, parent } = prim;
  if (parent !== undefined) return ["is no root prim", "Many programs expect one: name the prim above it, or move it."];
  if (!shape.isActive) return ["is not active: references bring in nothing", "Remove `active = false`."];
  if (prim.isAbstract) return ["is a class: references bring in nothing that is drawn", "Define it with `def`."];
  if (!prim.isDefined) return ["is not defined: no layer has a `def` for it", "Define it with `def`."];
  if (hasPlace(prim)) return undefined;
  const what = shape.typeName === "" ? "has no type" : `is a ${shape.typeName}`;
  return [`${what}: it cannot be placed as a whole`, "Use an Xform, or a Scope if it is never to be placed."];
}

/** Whether a root prim may be the default prim. */
function isCandidate(prim: CheckedPrim): boolean {
  return prim.isDefined && !prim.isAbstract && prim.shape.isActive && hasPlace(prim);
}

function hasPlace(prim: CheckedPrim): boolean {
  return prim.isA("Xformable") || prim.isA("Scope");
}

function examples(): StageExamples {
  const named = (name: string): { metadata: string } => ({ metadata: `defaultPrim = "${name}"` });
  const world = 'def Xform "World"\n{\n}';
  const lights = 'def Scope "Lights"\n{\n}';
  const missing = 'The stage has no "defaultPrim": references to it need the path of a prim.';
  return {
    good: [
      scene("an Xform", world, named("World")),
      scene("a Scope", lights, named("Lights")),
      scene("in a sublayer", "", {
        metadata: 'defaultPrim = "World"\n    subLayers = [@./part.usda@]',
        files: { "part.usda": `#usda 1.0\n\n${world}\n` },
      }),
    ],
    bad: [
      badScene("none", world, {
        found: [`1:1 warning: ${missing}`],
        fixed: world,
        fixedMetadata: 'defaultPrim = "World"',
      }),
      badScene("none, and several prims that it may be", `${world}\n\n${lights}`, {
        found: [`1:1 warning: ${missing}`],
        fixed: null,
      }),
      badScene("a misspelled name", world, {
        ...named("Wordl"),
        found: ['3:5 warning: "defaultPrim" is "Wordl", but the stage has no such prim.'],
        fixed: world,
        fixedMetadata: 'defaultPrim = "World"',
      }),
      badScene("a prim without a type, next to others", `def "Main"\n{\n}\n\n${world}`, {
        ...named("Main"),
        found: [
          "6:6 warning: The default prim has no type: it cannot be placed as a whole.",
          '10:12 info: References to the default prim leave out "World" next to it.',
        ],
        fixed: null,
      }),
      badScene("not active", 'def Xform "World" (\n    active = false\n)\n{\n}', {
        ...named("World"),
        found: ["6:12 warning: The default prim is not active: references bring in nothing."],
        fixed: null,
      }),
      badScene("below a root prim", 'def Xform "World"\n{\n    def Xform "Chair"\n    {\n    }\n}', {
        ...named("World/Chair"),
        found: ["8:16 warning: The default prim is no root prim."],
        fixed: null,
      }),
    ],
  };
}
