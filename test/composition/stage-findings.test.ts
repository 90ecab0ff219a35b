// Findings on stages: each is at a statement of its layer, and every composition error has one.

import { findSpec } from "@usdkit/layer";
import { memoryResolver, Stage } from "@usdkit/usd";
import { StageCheck, stageRules, type StageFinding } from "@usdkit/validate/stage";
import { describe, expect, test } from "vitest";
import { randomStage } from "./random-stage.ts";

const MAX_PRIMS = 200;

async function openStage(files: ReadonlyMap<string, string>): Promise<Stage> {
  const encoder = new TextEncoder();
  const resolver = memoryResolver(new Map([...files].map(([name, text]) => [name, encoder.encode(text)])));
  return Stage.open("root.usda", { resolver });
}

/** Findings of the first prims of a stage. */
function findingsOf(stage: Stage): readonly StageFinding[] {
  const check = new StageCheck(stage, { rules: stageRules, maxPrims: MAX_PRIMS });
  const steps = check.run();
  while (steps.next().done !== true);
  return check.findings();
}

describe("random stages", () => {
  const seen = new Set<string>();

  test.each([2, 3, 4, 6, 7, 8, 9, 12, 15, 18])("seed %i", async (seed) => {
    const stage = await openStage(randomStage(seed));
    const findings = findingsOf(stage);
    const layers = new Map(stage.layers.map((layer) => [layer.anchor, layer]));
    for (const { layer, rule, finding } of findings) {
      seen.add(rule);
      const found = layers.get(layer);
      const { range, primPath = "", property } = finding;
      const spec = found && findSpec(found.layer, property === undefined ? primPath : `${primPath}.${property}`);
      expect({ rule, spec: spec?.path }).toEqual({ rule, spec: spec?.path ?? primPath });
      expect(spec).toBeDefined();
      expect(range).toBeDefined();
      expect(range === undefined || range.end <= (found?.opened?.bytes.length ?? 0)).toBe(true);
    }
    const places = new Set(findings.map(({ layer, finding }) => placeKey(layer, finding.range?.start, finding.code)));
    for (const { error } of stage.problems) {
      const { code, statement } = error;
      if (statement === undefined) continue;
      const start = statement.range?.start ?? statement.spec?.nameRange?.start ?? statement.spec?.range?.start;
      expect(places).toContain(placeKey(statement.layer.anchor, start, code));
    }
  });

  test("have findings of several rules", () => {
    expect(seen.size).toBeGreaterThan(3);
  });
});

function placeKey(layer: string, start: number | undefined, code: string | undefined): string {
  return `${layer}:${start ?? 0} ${code ?? ""}`;
}
