import { readdirSync } from "node:fs";
import { memoryResolver, Stage } from "@usdkit/usd";
import { writePackage } from "@usdkit/usdz";
import { expect, test } from "vitest";
import { contextIn, makeFolder } from "../test-support/golden-context.ts";
import { toMatchRender, type RenderMatchOptions } from "./to-match-render.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const ROOT = `#usda 1.0
def "Ball" (
    references = @./ball.usda@</Ball>
)
{
}
`;
const BALL = '#usda 1.0\ndef Sphere "Ball"\n{\n    double radius = 1\n}\n';
const size = [24, 16] as const;

const files = (ball: string): ReturnType<typeof memoryResolver> =>
  memoryResolver(
    new Map([
      ["root.usda", encode(ROOT)],
      ["ball.usda", encode(ball)],
    ]),
  );

test("a stage in any form has one golden image", async () => {
  const folder = makeFolder();
  const match = async (received: unknown, options: RenderMatchOptions = {}): Promise<string> => {
    const context = contextIn(folder, "new");
    const { pass, message } = await toMatchRender.call(context, received, "ball.png", { size, ...options });
    return pass ? "passes" : message();
  };
  const stage = await Stage.open("root.usda", { resolver: files(BALL) });
  // The first one writes it.
  expect(await match(stage)).toBe("passes");
  expect(await match(stage)).toBe("passes");
  expect(await match(ROOT, { resolver: files(BALL) })).toBe("passes");
  expect(await match(BALL)).toBe("passes");
  expect(await match(writePackage([{ path: "ball.usda", data: encode(BALL) }]))).toBe("passes");
  const other = await match(ROOT, { resolver: files(BALL.replace("Sphere", "Cube")) });
  expect(other).toMatch(/pixels of 384 .*differ from the golden file/s);
  expect(other).toMatch(/\/Ball +\d+/);
  expect(other).not.toContain("composed");
  // Without its files nothing is drawn, which the image shows.
  expect(await match(ROOT)).toMatch(
    /differ from the golden file.*What could not be composed:\n\n {2}\/Ball: .*ball\.usda@.*\n\nBefore, after/s,
  );
  expect(await match(encode("PXR-USDC and then nothing"))).toMatch(/The scene cannot be rendered: .*byte/);
});

test("a missing golden image is not written if nothing is drawn", async () => {
  const folder = makeFolder();
  const hidden = BALL.replace("double radius = 1", 'token visibility = "invisible"');
  for (const mode of ["new", "all"] as const) {
    const { pass, message } = await toMatchRender.call(contextIn(folder, mode), hidden, "none.png", { size });
    expect(pass).toBe(false);
    expect(message()).toMatch(/There is no golden file \S*none\.png, and an image without anything is not written\./u);
    expect(message()).toContain("Nothing is drawn: 1 prim is invisible.");
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("a MaterialX document is no scene, and the message has what to pass", async () => {
  const document = '<?xml version="1.0"?>\n<!-- Wood -->\n<materialx version="1.38">\n</materialx>\n';
  for (const received of [document, encode(document), document.slice(document.indexOf("<materialx"))]) {
    const { pass, message } = await toMatchRender.call(contextIn(makeFolder(), "new"), received, "wood.png");
    expect(pass).toBe(false);
    expect(message()).toContain("The scene is a MaterialX document, which has materials alone: pass a stage that");
  }
});
