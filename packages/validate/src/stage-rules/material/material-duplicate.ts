import { relocatePaths, removePrim, type TextEdit } from "@usdkit/usda";
import { lookUpSpec, type ByteRange, type Layer, type PrimSpec } from "@usdkit/layer";
import type { StageLayer } from "@usdkit/usd";
import { layerFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** What the rule notes of a material that one layer defines alone. */
interface Fact {
  readonly layer: StageLayer;
  /** In the layer. */
  readonly path: string;
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
        const layers = new Map<StageLayer, Map<string, string[]>>();
        for (const { prim, fact } of facts as Iterable<{ prim: string; fact: Fact }>) {
          const { layer, path } = fact;
          let ofLayer = layers.get(layer);
          if (ofLayer === undefined) layers.set(layer, (ofLayer = new Map<string, string[]>()));
          const known = ofLayer.get(path);
          if (known === undefined) ofLayer.set(path, [prim]);
          else known.push(prim);
        }
        for (const [layer, primsByPath] of layers) {
          const firsts = new Map<string, MaterialText>();
          for (const material of materialTexts(layer, primsByPath.keys())) {
            const first = firsts.get(material.key);
            if (first === undefined) {
              firsts.set(material.key, material);
              continue;
            }
            for (const prim of primsByPath.get(material.spec.path) ?? []) {
              report({
                message: `The material is the same as <${first.spec.path}>.`,
                hint: "Bind one of them everywhere.",
                at: { prim },
                related: [{ message: "The first one.", at: { layer, spec: first.spec, range: first.nameRange } }],
                fixes: layerFix(layer, { title: `Use <${first.spec.path}> in its place` }, (text) =>
                  replaceMaterial(text, material.spec, first.spec),
                ),
              });
            }
          }
        }
      },
    };
  },
};

function factOf({ specs }: CheckedPrim): Fact | undefined {
  const [{ layer, owner: spec }] = specs;
  if (specs.length !== 1 || spec.specType !== "prim" || spec.variantSets.length > 0) return undefined;
  return { layer, path: spec.path };
}

/** A material with its text without its name: equal for materials that are the same. */
interface MaterialText {
  readonly spec: PrimSpec;
  readonly nameRange: ByteRange;
  readonly key: string;
}

/** Returns materials of a text layer in the order of the text. */
function materialTexts({ layer, opened }: StageLayer, paths: Iterable<string>): readonly MaterialText[] {
  const { source } = layer;
  if (opened?.encoding !== "usda" || source === undefined) return [];
  const decoder = new TextDecoder();
  const found: MaterialText[] = [];
  for (const path of paths) {
    const spec = lookUpSpec(layer, path);
    if (spec?.specType !== "prim") continue;
    const { range, nameRange } = spec;
    if (range === undefined || nameRange === undefined || range.end - range.start > MAX_BYTES) continue;
    const head = decoder.decode(source.subarray(range.start, nameRange.start));
    const rest = decoder.decode(source.subarray(nameRange.end, range.end));
    const parent = path.slice(0, path.lastIndexOf("/"));
    // Paths into the material itself.
    const own = rest.replaceAll(`<${path}/`, "<./").replaceAll(`<${path}.`, "<.");
    found.push({ spec, nameRange, key: `${parent}\0${head}\0${own}` });
  }
  return found.sort((a, b) => a.nameRange.start - b.nameRange.start);
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
