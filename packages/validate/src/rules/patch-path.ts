import type { PrimSpec } from "@usdkit/layer";
import type { Fix } from "../model/finding.ts";
import type { Rule, FixedExamples } from "../rule/rule.ts";
import { baseScene, patchOf } from "../examples/patch-scene.ts";
import { MAX_SUGGESTIONS, nearPath } from "../scene/near-path.ts";
import { primPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "patch-path",
    summary: "A prim path that the scene of the session does not have",
    detail:
      "Prim paths of a patch must be exactly those of the scene that created the session; an `over` of another path changes " +
      "nothing. There is one finding for the first prim of such a branch. Without the scene (`--base`) the paths are not checked, which one finding at " +
      "info level reports. Spec 2.8 rule 9.",
    severity: "error",
    effect: "ignored",
    profiles: ["patch"],
    fixable: "unsafe",
  },
  examples,
  check({ scene, report }) {
    const prims = scene.patchPrims;
    if (!scene.hasBase) {
      if (prims.length > 0) {
        report({
          message: "The paths of the patch were not checked, as the scene that it belongs to is not known.",
          hint: "Name that scene: --base SCENE",
          severity: "info",
        });
      }
      return undefined;
    }
    let suggestions = 0;
    const absent = new Set<unknown>();
    for (const { prim, isInDefinition } of prims) {
      if (isInDefinition) continue;
      if (absent.has(prim.parent)) absent.add(prim);
      else if (scene.basePrim(prim.path) === undefined) {
        absent.add(prim);
        const near = suggestions++ < MAX_SUGGESTIONS ? nearPath(prim.path, scene.basePaths()) : undefined;
        report({
          message: `The scene has no prim ${shortPath(prim.path)}: the service ignores what the patch authors on it.`,
          hint: near === undefined ? "Name a prim of the scene." : `Did you mean ${quote(near)}?`,
          fixes: near === undefined ? [] : renameIt(prim, near),
          ...primPlace(prim),
        });
      }
    }
    return undefined;
  },
};

/** Returns the fix if only the last name differs. */
function renameIt({ path, name, nameRange, parent }: PrimSpec, near: string): readonly Fix[] {
  const above = path.slice(0, path.length - name.length);
  const meant = near.slice(above.length);
  if (nameRange === undefined || !near.startsWith(above) || meant.includes("/")) return [];
  if (parent.children.some((child) => child.name === meant)) return [];
  return [{ title: `Name ${quote(meant)}`, safe: false, edits: [{ ...nameRange, text: meant }] }];
}

function examples(): FixedExamples {
  const main = patchOf("Main", "float focalLength = 50");
  const options = { profile: "patch", base: baseScene } as const;
  return {
    good: [
      { title: "paths of the scene", source: main, ...options },
      { title: "another camera of it", source: patchOf("Second", "float focalLength = 50"), ...options },
      { title: "the text format only", source: "#usda 1.0\n", profile: "usda" },
    ],
    bad: [
      {
        title: "a letter differs",
        source: patchOf("main", "float focalLength = 50"),
        ...options,
        at: ["4:5"],
        fixed: main,
      },
      {
        title: "the topmost prim of a branch",
        source: main.replace("World", "Wold"),
        ...options,
        at: ["2:1"],
        fixed: main,
      },
      {
        title: "a prim at another path",
        source: '#usda 1.0\nover "Main"\n{\n    float focalLength = 50\n}\n',
        ...options,
        at: ["2:1"],
        fixed: null,
      },
      { title: "no scene given", source: main, profile: "patch", at: ["1:1"], fixed: null },
    ],
  };
}
