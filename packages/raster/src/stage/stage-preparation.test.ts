import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { NO_PRIM } from "../rendering/rendered-image.ts";
import { prepareStage } from "./prepare-stage.ts";
import type { PreparedStage } from "./prepared-stage.ts";
import type { StageProgress } from "./stage-preparation.ts";
import type { StagePart } from "./stage-part.ts";

/** A row of cubes, one unit apart. */
async function row(count: number): Promise<PreparedStage> {
  const cubes = Array.from(
    { length: count },
    (_, i) => `def Cube "Cube_${i}"
{
    double size = 1
    double3 xformOp:translate = (${2 * i}, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
`,
  );
  const text = `#usda 1.0\ndef Camera "Main"\n{\n}\n${cubes.join("")}`;
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(text)]]));
  return prepareStage(await Stage.open("root.usda", { resolver }), { pool: null });
}

test("a stage is drawn in parts that grow, before all of it is ready", async () => {
  await using scene = await row(50);
  const parts: StagePart[] = [];
  await scene.prepare(undefined, { firstPart: 0, onPart: (part) => parts.push(part) });
  const counts = parts.map((part) => (part.bounds()[3] + 1.5) / 2);
  expect(counts).toEqual([1, 3, 9, 27]);
  const [, second] = parts;
  const image = await second.render({ camera: "auto", width: 64, height: 36, outputs: ["primId"] });
  const seen = new Set(Array.from(image.primId ?? [], (id) => (id === NO_PRIM ? null : image.prims[id])));
  expect([...seen].filter((path) => path !== null)).toEqual(["/Cube_0", "/Cube_1", "/Cube_2"]);
  expect([...(await second.primBounds()).keys()]).toEqual(["/Cube_0", "/Cube_1", "/Cube_2"]);
});

test("progress never falls and ends with the number of prims", async () => {
  await using scene = await row(3000);
  const progress: StageProgress[] = [];
  await scene.prepare(undefined, { firstPart: 0, onProgress: (each) => progress.push(each) });
  for (const [i, { prims, found }] of progress.entries()) {
    expect(prims).toBeGreaterThanOrEqual(progress[i - 1]?.prims ?? 0);
    expect(found).toBeGreaterThanOrEqual(prims);
  }
  const counted = progress.filter(({ isCounted }) => isCounted);
  for (const { found } of counted) expect(found).toBe(3001);
});

test("the image of a stage is the same whether it was prepared in parts or not", async () => {
  await using inParts = await row(20);
  await using whole = await row(20);
  await inParts.prepare(undefined, { firstPart: 0, onPart: () => undefined });
  const options = { camera: "auto", width: 48, height: 27, look: "full" } as const;
  expect((await inParts.render(options)).data).toEqual((await whole.render(options)).data);
});

test("an aborted preparation rejects with the reason, and another one succeeds", async () => {
  await using scene = await row(3);
  const reason = new Error("another file is shown");
  await expect(scene.prepare(undefined, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await scene.prepare();
  expect((await scene.report()).drawn).toHaveLength(3);
});
