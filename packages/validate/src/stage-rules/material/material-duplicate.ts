import { relocatePaths, removePrim, type TextEdit } from "@usdkit/usda";
import type { Layer, PrimSpec } from "@usdkit/layer";
import type { StageLayer } from "@usdkit/usd";
import { layerFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** What the rule notes of a material that one layer defines alone. */
interface Fact {
  readonly layer: StageLayer;
  readonly spec: PrimSpec;
  /** Its text without its name; equal for materials that are the same. */
  readonly key: string;
}

/** A longer material is not compared: it has tables of its own. */
const MAX_BYTES = 1 << 16;

export const rule: StageRule = {
  meta: {
    id: "material-duplicate",
    summary: "Materials of one layer that are the same",
    detail:
      "Each Material is a shader of its own for a renderer: equal ones cost time and memory, and are changed one by one. Reported are " +
      "materials next to each other in a text layer that no other layer changes, with the same text but for their name. The fix binds " +
      "the first of them in the layer and removes the other, which is unsafe: other layers may bind it.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
  },
  of: { types: ["Material"] },
  examples,
  checkStage({ note, report }) {
    return {
      prim(prim) {
        const fact = factOf(prim);
        if (fact !== undefined) note(fact);
      },
      end(facts) {
        const firsts = new Map<StageLayer, Map<string, PrimSpec>>();
        const seen = new Set<PrimSpec>();
        for (const { prim, fact } of facts) {
          const { layer, spec, key } = fact as Fact;
          if (seen.has(spec)) continue;
          seen.add(spec);
          const known = firsts.get(layer) ?? new Map<string, PrimSpec>();
          firsts.set(layer, known);
          const first = known.get(key);
          if (first === undefined) {
            known.set(key, spec);
            continue;
          }
          report({
            message: `The material is the same as <${first.path}>.`,
            hint: "Bind one of them everywhere.",
            at: { prim },
            related: [{ message: "The first one.", at: { layer, spec: first, range: first.nameRange } }],
            fixes: layerFix(layer, { title: `Use <${first.path}> in its place` }, (text) =>
              replaceMaterial(text, spec, first),
            ),
          });
        }
      },
    };
  },
};

function factOf({ specs }: CheckedPrim): Fact | undefined {
  const [{ layer, owner: spec }] = specs;
  if (specs.length !== 1 || spec.specType !== "prim" || spec.variantSets.length > 0) return undefined;
  const { source } = layer.layer;
  const { range, nameRange } = spec;
  if (layer.opened?.encoding !== "usda" || source === undefined || range === undefined || nameRange === undefined)
    return undefined;
  if (range.end - range.start > MAX_BYTES) return undefined;
  const decoder = new TextDecoder();
  const head = decoder.decode(source.subarray(range.start, nameRange.start));
  const rest = decoder.decode(source.subarray(nameRange.end, range.end));
  const parent = spec.path.slice(0, spec.path.lastIndexOf("/"));
  // Paths into the material itself.
  const own = rest.replaceAll(`<${spec.path}/`, "<./").replaceAll(`<${spec.path}.`, "<.");
  return { layer, spec, key: `${parent}\0${head}\0${own}` };
}

/** Paths that lead to a material lead to another one, and it is removed. */
function replaceMaterial(layer: Layer, spec: PrimSpec, first: PrimSpec): readonly TextEdit[] {
  const removed = removePrim(layer, spec.path);
  const isKept = ({ start, end }: TextEdit): boolean =>
    removed.every((each) => end <= each.start || each.end <= start || each.start === each.end);
  return [...relocatePaths(layer, { from: spec.path, to: first.path }).filter(isKept), ...removed];
}

function examples(): StageExamples {
  const material = (name: string, color = "(1, 0, 0)"): string =>
    `def Material "${name}"\n{\n    token outputs:surface.connect = </Looks/${name}/S.outputs:surface>\n\n` +
    `    def Shader "S"\n    {\n        uniform token info:id = "UsdPreviewSurface"\n        color3f inputs:diffuseColor = ${color}\n` +
    `        token outputs:surface\n    }\n}`;
  const box = (name: string, target: string): string =>
    defText(
      `def Cube "${name}" (\n    prepend apiSchemas = ["MaterialBindingAPI"]\n)`,
      `rel material:binding = </Looks/${target}>`,
    );
  const looks = (...materials: readonly string[]): string => defText('def Scope "Looks"', ...materials);
  const info = "info: The material is the same as </Looks/Red>.";
  const red = looks(material("Red"));
  return {
    good: [
      scene("different materials", looks(material("Red"), material("Green", "(0, 1, 0)"))),
      scene("one material", `${red}\n\n${box("A", "Red")}\n\n${box("B", "Red")}`),
      scene("materials of different groups", `${red}\n\n${red.replaceAll("Looks", "More")}`),
    ],
    bad: [
      badScene(
        "two equal materials",
        `${looks(material("Red"), material("Rot"))}\n\n${box("A", "Red")}\n\n${box("B", "Rot")}`,
        {
          found: [`16:19 ${info}`],
          fixed: `${red}\n\n${box("A", "Red")}\n\n${box("B", "Red")}`,
        },
      ),
      badScene("three", looks(material("Red"), material("Rot"), material("Rouge")), {
        found: [`16:19 ${info}`, `27:19 ${info}`],
        fixed: red,
      }),
      badScene(
        "bound to a part",
        `${looks(material("Red"), material("Rot"))}\n\n${defText('def Scope "Use"', "rel proxy = </Looks/Rot/S>")}`,
        { found: [`16:19 ${info}`], fixed: `${red}\n\n${defText('def Scope "Use"', "rel proxy = </Looks/Red/S>")}` },
      ),
    ],
  };
}
