// client-behaviour 16: the client forbids only what the specification forbids.
import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../errors/errors.ts";
import { accepted } from "../test-support/calls.ts";
import { scripted } from "../test-support/transport.ts";

const world = { status: 200, body: { worldId: "w" } };
const images = Array.from({ length: 20 }, (_, i) => ({ url: `https://files.example/${i}.jpg` }));

describe("extra fields", () => {
  test("are merged into the object of the request and of its entries, and `extra` is not sent", async () => {
    const { client, sent, outcome } = scripted([world]);
    const resources = images.map((image, i) =>
      i === 3 ? { ...image, extra: { mask: "https://files.example/m" } } : image,
    );
    const request = { resources, name: "Room", extra: { seed: 7, options: { extra: true } } };
    expect((await outcome(client.worlds.reconstruct(request))).error).toBeUndefined();
    const expected = images.map((image, i) => (i === 3 ? { ...image, mask: "https://files.example/m" } : image));
    expect(sent[0]?.json).toEqual({ resources: expected, name: "Room", seed: 7, options: { extra: true } });
  });

  test("are sent with every kind of request", async () => {
    const extra = { newer: 1 };
    const usdContent = "I3VzZGEgMS4wCg==";
    const url = "https://files.example/a.glb";
    const { client, sent, outcome } = scripted([
      { status: 200, body: { worldId: "w", taskId: "t", operationId: "o" } },
    ]);
    await outcome(client.worlds.generate({ prompt: "a", extra }));
    await outcome(client.meshes.ingest({ fileUrl: url, extra }));
    await outcome(client.gen3d.imageTo3d({ imageUrl: url, extra }));
    await outcome(client.gen3d.textTo3d({ prompt: "a", extra }));
    await outcome(client.gen3d.materialTransfer({ modelUrl: url, extra }));
    await outcome(client.jobs.submit({ usdContent, extra }));
    await outcome(client.streams.create({ usdContent, extra }));
    expect(sent.map(({ json }) => (json as { newer?: number }).newer)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test("do not replace a field of the request", async () => {
    const { client, sent, outcome } = scripted([accepted]);
    const call = client.jobs.submit({ usdContent: "I3VzZGEgMS4wCg==", extra: { requestId: "other" } });
    const { error } = await outcome(call);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect((error as Error).message).toContain("body.extra.requestId: the request has this field already");
    expect(sent).toHaveLength(0);
  });

  test("must be an object", async () => {
    const { client, outcome } = scripted([world]);
    const { error } = await outcome(client.worlds.generate({ prompt: "a", extra: [] as never }));
    expect(error).toBeInstanceOf(InvalidRequestError);
  });

  test("of any name only add to the object", async () => {
    const { client, sent, outcome } = scripted([world]);
    const extra = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}') as Readonly<Record<string, unknown>>;
    await outcome(client.worlds.generate({ prompt: "a", extra }));
    expect(Buffer.from(sent[0]?.body as Uint8Array).toString()).toBe(
      '{"prompt":"a","__proto__":{"polluted":1},"constructor":2}',
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test("other qualities and larger pages pass", async () => {
  const { client, sent, outcome } = scripted([world, { status: 200, body: { result: [] } }]);
  await outcome(client.worlds.reconstruct({ resources: images, taskQuality: "ultra" }));
  await outcome(client.worlds.list({ pageSize: 5000 }).next());
  expect(sent.map(({ json }) => json)).toEqual([
    { resources: images, taskQuality: "ultra" },
    { pageSize: 5000, pageNum: 0 },
  ]);
});

test("an unknown extension of many files is one warning", async () => {
  const warnings: string[] = [];
  const { client, outcome } = scripted([world], { logger: { warn: (message) => warnings.push(message) } });
  const resources = Array.from({ length: 21 }, (_, i) => ({ url: `https://files.example/${i}.heic` }));
  await outcome(client.worlds.reconstruct({ resources: [...resources, { url: "https://files.example/a.tiff" }] }));
  expect(warnings).toEqual([
    "worlds.reconstruct: body.resources.0.url and 20 more: expected .jpg, .jpeg, .png, .webp, found extension .heic. They are sent as they are.",
    "worlds.reconstruct: body.resources.21.url: expected .jpg, .jpeg, .png, .webp, found extension .tiff. It is sent as it is.",
  ]);
});

test("any text is a requestId, and errors quote it", async () => {
  const requestId = 'Übung 7,\n"zwei"';
  const { client, sent, outcome } = scripted([{ status: 500 }]);
  const { error } = await outcome(client.jobs.submit({ requestId, usdContent: "I3VzZGEgMS4wCg==" }));
  expect(sent[0]?.json).toMatchObject({ requestId });
  expect(error).toMatchObject({
    name: "OutcomeUnknownError",
    requestId,
    message: expect.stringContaining(String.raw`(requestId "Übung 7,\n\"zwei\"")`) as unknown,
  });
});

test("unknown extensions pass, with a warning; those that do not match the type do not", async () => {
  const warnings: string[] = [];
  const { client, sent, outcome } = scripted([{ status: 200, body: { worldId: "w", taskId: "t" } }], {
    logger: { warn: (message) => warnings.push(message) },
  });
  await outcome(client.worlds.generate({ resources: [{ url: "https://files.example/a.heic" }] }));
  await outcome(client.meshes.ingest({ fileUrl: "https://files.example/a.obj" }));
  expect(sent).toHaveLength(2);
  expect(warnings).toEqual([
    "worlds.generate: body.resources.0.url: expected .jpg, .jpeg, .png, .webp, found extension .heic. It is sent as it is.",
    "meshes.ingest: body.fileUrl: expected a file with .glb, .ply, .spz, found extension .obj. It is sent as it is.",
  ]);
  const { error } = await outcome(client.worlds.generate({ resources: [{ url: "https://files.example/a.mp4" }] }));
  expect(error).toBeInstanceOf(InvalidRequestError);
});
