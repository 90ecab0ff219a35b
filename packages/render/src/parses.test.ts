/** How often the client parses a text: once, whatever is sent afterwards. */
import { Session } from "node:inspector/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startTestService } from "@usdkit/test-service";
import { expect, test } from "vitest";
import { RenderClient } from "./render-client.ts";

const text = readFileSync(join(import.meta.dirname, "../../../test/scenes/two-chairs.usda"), "utf8");
const patch = '#usda 1.0\nover "World"\n{\n    over "Main"\n    {\n        float fStop = 4\n    }\n}\n';

/** Returns how often `parseUsda` was called, by the engine's own counters. */
async function countParses(work: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await work();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result
      .filter(({ url }) => url.endsWith("/parse-usda.ts"))
      .flatMap(({ functions }) => functions)
      .filter(({ functionName }) => functionName === "parseUsda")
      .reduce((sum, { ranges }) => sum + ranges[0].count, 0);
  } finally {
    session.disconnect();
  }
}

test.each([
  // The scene, two moves and two patches.
  { validate: true, parses: 5 },
  // A move needs the scene's cameras; patches are sent as they are.
  { validate: false, parses: 1 },
])("a stream parses its scene once, and each patch at most once: %o", async ({ validate, parses }) => {
  await using service = await startTestService();
  const { baseUrl, apiKey } = service;
  await using renderer = new RenderClient({ baseUrl, apiKey });
  const counted = await countParses(async () => {
    const stream = await renderer.openStream(text, { interval: 1, validate });
    await stream.nextFrame();
    await stream.moveCamera({ eye: [0, 2, 5], target: [0, 0, 0] });
    await stream.moveCamera("/World/Main", (camera) => camera.focalLength(70));
    await stream.push(patch);
    await stream.push(patch);
    await stream.close();
  });
  expect(counted).toBe(parses);
});
