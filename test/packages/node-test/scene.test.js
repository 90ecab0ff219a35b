// The matchers in node:test, as a user of the installed package calls them.
import assert from "node:assert/strict";
import test from "node:test";
import { sceneMatchers } from "@usdkit/testing";

const splat = (name, x) =>
  `def ParticleField3DGaussianSplat "${name}"\n{\n    point3f[] positions = [(${x}, 0, -5)]\n    float3[] scales = [(0.1, 0.1, 0.1)]\n}\n`;
const scene = `#usda 1.0\n\ndef Camera "Main"\n{\n}\n\n${splat("Left", -0.6)}\n${splat("Right", Number(process.env.RIGHT ?? 0.5))}`;

async function expectScene(t, matcher, ...args) {
  const context = { testPath: t.filePath, currentTestName: t.fullName };
  const { pass, message } = await sceneMatchers[matcher].call(context, ...args);
  if (!pass) assert.fail(message());
}

test("scene", (t) => expectScene(t, "toMatchScene", scene, "golden/scene.usda"));

test("render", (t) => expectScene(t, "toMatchRender", scene, "golden/render.png", { size: [24, 16] }));
