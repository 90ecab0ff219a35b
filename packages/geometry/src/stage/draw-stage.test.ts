import { expect, test } from "vitest";
import { drawText as draw, openText } from "../test-support/draw-text.ts";
import { StageGeometry } from "./stage-geometry.ts";

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

test("prototypes may be hidden by what is above them", async () => {
  const hidden = `
over "Library"
{
    def Cube "Over"
    {
    }
}
def Scope "Invisible"
{
    token visibility = "invisible"
    def Cube "Hidden"
    {
    }
}
`;
  const prototypes = ["/Library/Over", "/Invisible/Hidden"];
  const { drawables } = await draw(instancer("I", { prototypes, instances: 1, axis: "x" }, "") + hidden);
  expect(drawables.map(({ path, source }) => [path, source])).toEqual([
    ["/I", "/Library/Over"],
    ["/I", "/Invisible/Hidden"],
  ]);
});

test("primvars of instances have a value for each matrix, those of outer instancers repeated", async () => {
  const colors = (interpolation: string): string => `color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0)] (
        interpolation = "${interpolation}"
    )`;
  const opacity = 'float[] primvars:displayOpacity = [0.25, 0.5] (\n        interpolation = "vertex"\n    )';
  const inner = instancer(
    "Inner",
    { prototypes: ["/Outer/Inner/Cube"], instances: 2, axis: "y" },
    `${opacity}\n${CUBE}`,
  );
  const outer = instancer(
    "Outer",
    { prototypes: ["/Outer/Inner"], instances: 2, axis: "x" },
    `${colors("varying")}\n${inner}`,
  );
  const nested = (await draw(outer)).drawables.map(({ instancePrimvars }) => instancePrimvars);
  expect(
    nested.map((primvars) => Array.from(primvars.get("displayColor")?.values ?? [], (value) => value)).flat(),
  ).toEqual([1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0]);
  expect(nested.flatMap((primvars) => Array.from(primvars.get("displayOpacity")?.values ?? []))).toEqual([
    0.25, 0.5, 0.25, 0.5,
  ]);
  const short = instancer("I", { prototypes: ["/I/Cube"], instances: 3, axis: "x" }, `${colors("vertex")}\n${CUBE}`);
  expect((await draw(short)).problems).toEqual([
    { path: "/I", property: "primvars:displayColor", message: "There is no value for each instance: it is ignored" },
  ]);
});

test("what does not vary is the same object at all times", async () => {
  const shapes = new StageGeometry(
    await openText(`
def Xform "Moving"
{
    double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 1: (1, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Cube "Still"
    {
    }
    def Sphere "Growing"
    {
        double radius.timeSamples = { 0: 1, 1: 2 }
    }
}
`),
  );
  const [first, second] = [0, 1].map((time) => shapes.at(time).drawables);
  expect(second[0].geometry).toBe(first[0].geometry);
  expect([first[0].matrices[0][12], second[0].matrices[0][12]]).toEqual([0, 1]);
  expect(second[1].geometry).not.toBe(first[1].geometry);
});
