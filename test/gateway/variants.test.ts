// Campaign: The client against a gateway that replies with each variant of the service

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AcceptedIdUnknownError, OperationFailedError, ResultMissingError, SpatialClient } from "@usdkit/client";
import { variants } from "@usdkit/contract/variants";
import { startGateway } from "@usdkit/gateway";
import { RenderClient } from "@usdkit/render";
import { Scene } from "@usdkit/scene";
import { afterAll, expect, inject, test } from "vitest";

const KEY = "key-of-ada";
const folder = mkdtempSync(join(tmpdir(), "usdkit-variants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const follow = { interval: 20 };
/** One variant per mechanism of the gateway, all at the same time; in test:deep every variant alone. */
const SOME = ["ids-as-numbers", "polls-not-found", "bare-errors", "queue-before-active", "frame-before-ready"];
const tried = inject("deep")
  ? variants.map(({ name, effect }) => ({ name, effect, names: [name] }))
  : [{ name: SOME.join(", "), effect: "same", names: SOME }];

function scene(prims = false): Scene {
  const built = new Scene({ defaultPrim: "World" });
  const world = built.xform("World");
  world.camera("Main", { focalLength: 35 });
  if (prims) world.mesh("Thing", { asset: "asset:/mesh/unknown" });
  built.renderSettings({ resolution: [16, 12] });
  return built;
}

test.each(tried)("$name: the client's results are those of its effect ($effect)", async ({ effect, names }) => {
  const data = join(folder, names.join("+"));
  await using gateway = await startGateway({ data, apiKeys: new Map([[KEY, "ada"]]), variants: names });
  await using client = new SpatialClient({ baseUrl: gateway.url, apiKey: KEY, retry: { baseDelay: 1 } });
  await using renderer = new RenderClient(client);
  if (effect === "no-id") {
    await expect(client.jobs.submit({ usdContent: scene().toBase64() })).rejects.toBeInstanceOf(AcceptedIdUnknownError);
    return;
  }
  const job = await renderer.submit(scene());
  if (effect === "no-result") {
    await expect(job.image(follow)).rejects.toBeInstanceOf(ResultMissingError);
    return;
  }
  expect([...(await job.image(follow)).subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  const failed = await (await renderer.submit(scene(true))).image(follow).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(OperationFailedError);
  const world = await client.worlds.generate({ prompt: "a room" });
  expect((await world.result(follow)).assets?.splats?.urls?.plyPath).toContain("/files/");
  const stream = await renderer.openStream(scene(), follow);
  expect((await stream.nextFrame())?.data.length).toBeGreaterThan(100);
  await stream.close();
});

test("remembers-rejected: an id that was rejected with 429 gets 409", async () => {
  await using gateway = await startGateway({
    data: join(folder, "remembered"),
    apiKeys: new Map([[KEY, "ada"]]),
    variants: ["remembers-rejected"],
    jobsPerMinute: 1,
    clock: "manual",
  });
  await using client = new SpatialClient({ baseUrl: gateway.url, apiKey: KEY, retry: { baseDelay: 1 } });
  const usdContent = scene().toBase64();
  await client.jobs.submit({ usdContent, requestId: "first" });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 2; attempt++) {
    const reply = await fetch(`${gateway.url}/global/rendercloud/v1/jobs`, {
      method: "POST",
      headers: { authorization: KEY, "content-type": "application/json" },
      body: JSON.stringify({ usdContent, requestId: "second" }),
    });
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([429, 409]);
});

test("an unknown variant: the gateway does not start, and lists the names", async () => {
  const started = startGateway({ data: join(folder, "unknown"), apiKeys: new Map(), variants: ["no-such"] });
  await expect(started).rejects.toThrow(/"no-such".*status-201/);
});
