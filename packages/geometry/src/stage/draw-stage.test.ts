import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { drawStage } from "./draw-stage.ts";
import type { StageDrawables } from "./stage-drawables.ts";

async function draw(text: string): Promise<StageDrawables> {
  const files = new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${text}`)]]);
  return drawStage(await Stage.open("root.usda", { resolver: memoryResolver(files) }));
}

/** An instancer with instances of each of its prototypes, at 0, 10, … along an axis. */
interface Instancer {
  readonly prototypes: readonly string[];
  /** Of each prototype. */
  readonly instances: number;
  readonly axis: "x" | "y";
}

function instancer(name: string, { prototypes, instances, axis }: Instancer, content: string): string {
  const indices = prototypes.flatMap((_, i) => Array<number>(instances).fill(i));
  const at = indices.map((_, i) =>
    axis === "x" ? `(${10 * (i % instances)}, 0, 0)` : `(0, ${10 * (i % instances)}, 0)`,
  );
  return `
def PointInstancer "${name}"
{
    rel prototypes = [${prototypes.map((path) => `<${path}>`).join(", ")}]
    int[] protoIndices = [${indices.join(", ")}]
    point3f[] positions = [${at.join(", ")}]
    ${content}
}
`;
}

const CUBE = 'def Cube "Cube"\n{\n}\n';

test("instancers within prototypes are drawn at each of their instances, as the outermost one", async () => {
  const inner = instancer("Inner", { prototypes: ["/Outer/Inner/Cube"], instances: 2, axis: "y" }, CUBE);
  const { drawables, problems } = await draw(
    instancer("Outer", { prototypes: ["/Outer/Inner"], instances: 2, axis: "x" }, inner),
  );
  expect(problems).toEqual([]);
  expect(drawables.every(({ path, type }) => path === "/Outer" && type === "Cube")).toBe(true);
  const places = drawables.flatMap(({ matrices }) => matrices.map((matrix) => [matrix[12], matrix[13]].join()));
  expect(places.toSorted()).toEqual(["0,0", "0,10", "10,0", "10,10"]);
});

test("an instancer that is its own prototype is drawn once, and reported", async () => {
  const { drawables, problems } = await draw(
    instancer("Loop", { prototypes: ["/Loop/Cube", "/Loop"], instances: 1, axis: "x" }, CUBE),
  );
  expect(drawables.map(({ matrices }) => matrices.length)).toEqual([1]);
  expect(problems).toEqual([
    {
      path: "/Loop",
      property: "prototypes",
      message: "A prototype contains the instancer itself: it is not drawn there",
    },
  ]);
});

test("instancers that multiply have a bound", async () => {
  // Each level has 32 instances of the next one: a thousand million cubes.
  const names = ["A", "B", "C", "D", "E", "F"];
  const levels = names.map((name, i) => {
    const target = i + 1 < names.length ? `/${names[i + 1]}` : "/F/Cube";
    return instancer(name, { prototypes: [target], instances: 32, axis: "x" }, i + 1 < names.length ? "" : CUBE);
  });
  const { drawables, problems } = await draw(levels.join(""));
  const total = drawables.reduce((sum, { matrices }) => sum + matrices.length, 0);
  expect(total).toBeLessThanOrEqual(1 << 20);
  expect(problems.some(({ message }) => message.startsWith("The stage has more than 1048576 instances"))).toBe(true);
});

test("instancers that lead to each other in any order are visited a bounded number of times", async () => {
  const names = Array.from({ length: 12 }, (_, i) => `I${i}`);
  const all = names.map((name) => `/${name}`);
  const { problems } = await draw(
    names.map((name) => instancer(name, { prototypes: all, instances: 1, axis: "x" }, CUBE)).join(""),
  );
  // One of each instancer within itself, and the bound.
  expect(problems.length).toBeGreaterThan(12);
  expect(problems.length).toBeLessThan(200);
});
