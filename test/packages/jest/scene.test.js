// The matchers in jest, as a user of the installed package calls them.
import { parseUsda } from "@usdkit/usda";

const scene = '#usda 1.0\n\ndef Xform "World"\n{\n    float size = 1\n}\n';

test("matchers", () => {
  expect(scene).toMatchScene("golden/scene.usda", { tolerance: 0.1 });
  expect(scene).toEqualScene(parseUsda(scene).layer);
  expect(scene).toHavePrim("/World");
  expect(scene).toHaveNoFindings({ profile: "usda" });
  expect(() => expect(scene).toHavePrim("/Wordl")).toThrow("  /World");
  expect(parseUsda('#usda 1.0\n\ndef "A"\n{\n}\n').layer).toMatchInlineSnapshot(`
#usda 1.0

def "A"
{
}
`);
  // @ts-expect-error a path is wanted
  expect(() => expect(scene).toHavePrim(5)).toThrow();
});

test("golden", () => {
  expect(scene).toMatchScene("golden/new.usda");
});

test("render", async () => {
  const splats = "    point3f[] positions = [(0, 0, -5)]\n    float3[] scales = [(0.1, 0.1, 0.1)]\n";
  const view = `#usda 1.0\n\ndef Camera "Main"\n{\n}\n\ndef ParticleField3DGaussianSplat "Cloud"\n{\n${splats}}\n`;
  await expect(view).toMatchRender("golden/render.png", { size: [12, 8] });
});
