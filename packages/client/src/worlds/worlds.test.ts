import { describe, expect, test } from "vitest";
import { InvalidRequestError, OutcomeUnknownError } from "../errors/errors.ts";
import type { Act } from "../test-support/scripted-fetch.ts";
import { scripted } from "../test-support/transport.ts";

const images = (count: number): { url: string }[] =>
  Array.from({ length: count }, (_, i) => ({ url: `https://files.example/${i}.jpg` }));
const begun: Act = { status: 200, body: { worldId: "w-1" } };
const row = (worldId: string, more: object = {}): object => ({ worldId, status: "SUCCEEDED", ...more });
const page = (result: object[], more: object = {}): Act => ({ status: 200, body: { result, ...more } });

async function idsOf(rows: AsyncIterable<{ readonly worldId: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { worldId } of rows) ids.push(worldId);
  return ids;
}

test("a world is created and followed to its files", async () => {
  const world = row("w-1", { assets: { splats: { urls: { plyPath: "https://files.example/a.ply" } } } });
  const { client, sent, outcome } = scripted([
    begun,
    { status: 200, body: { worldId: "w-1", status: "RUNNING", progress: 0.5 } },
    { status: 200, body: world },
  ]);
  const { value: handle } = await outcome(
    client.worlds.reconstruct({ name: "Room", resources: images(20), taskQuality: "high" }, { source: "tests" }),
  );
  expect(await outcome(handle?.result() ?? Promise.reject(new Error()))).toEqual({ value: world });
  expect(sent[0]?.json).toMatchObject({ name: "Room", taskQuality: "high" });
  expect(sent[0]?.headers["x-source"]).toBe("tests");
  expect(sent.map(({ url }) => url.pathname)).toEqual([
    "/global/world/v1/reconstructions",
    "/global/world/v1/w-1",
    "/global/world/v1/w-1",
  ]);
  // The first poll comes one interval after the create.
  expect((sent[1]?.time ?? 0) - (sent[0]?.time ?? 0)).toBeGreaterThanOrEqual(2000);
});

test("a failed world reports its reason", async () => {
  const { client, outcome } = scripted([
    { status: 200, body: { worldId: "w", status: "FAILED", error: { code: 11004, message: "too dark" } } },
  ]);
  const { error } = await outcome(client.worlds.wait("w").result());
  expect(error).toMatchObject({ name: "OperationFailedError", message: "The world w failed (11004): too dark" });
});

test("invalid input is rejected before anything is sent", async () => {
  const { client, sent, outcome } = scripted([begun]);
  const wrong: (() => Promise<unknown>)[] = [
    () => client.worlds.reconstruct({ resources: images(19) }),
    () => client.worlds.reconstruct({ resources: [{ url: "https://files.example/a.insv", type: "image" }] }),
    () => client.worlds.reconstruct({ resources: [...images(20), { url: "https://files.example/a.mp4" }] }),
    () => client.worlds.generate({ resources: images(2) }),
    () => client.worlds.generate({}),
    () => client.worlds.generate({ prompt: "a", cover: "file:///etc/passwd" }),
    () => client.worlds.generate({ prompt: "a" }, { source: "a\r\nb: c" }),
    () => client.gen3d.textTo3d({ prompt: "" }),
    () => client.jobs.submit({ usdContent: "not base64!" }),
    () => client.jobs.get(""),
    () => client.worlds.get(".."),
  ];
  for (const call of wrong) expect((await outcome(call())).error).toBeInstanceOf(InvalidRequestError);
  expect(sent).toHaveLength(0);
});

describe("a world whose create has an unknown outcome", () => {
  test("is found by name and time", async () => {
    const { client, sent, outcome } = scripted([
      { fail: "reset" },
      page([row("old", { name: "Room", createTime: 1000 }), row("w-1", { name: "Room", createTime: 5000 })], {
        hasMore: true,
      }),
      page([row("other", { name: "Hall", createTime: 5000 })], { hasMore: false }),
    ]);
    const { error } = await outcome(client.worlds.generate({ name: "Room", prompt: "a room" }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ message: expect.stringContaining("Look for it in the list of worlds") as unknown });
    expect(sent).toHaveLength(1);
    const { value } = await outcome(client.worlds.find({ name: "Room", since: 4000 }));
    expect(value).toMatchObject([{ worldId: "w-1" }]);
    expect(sent).toHaveLength(3);
  });
});

describe("the list", () => {
  test("requests pages on demand", async () => {
    const { client, sent, outcome } = scripted([page([row("a"), row("b")], { hasMore: true }), page([row("c")])]);
    const rows = client.worlds.list({ pageSize: 2, statusList: ["SUCCEEDED"] });
    await outcome(rows.next());
    await outcome(rows.next());
    expect(sent).toHaveLength(1);
    expect(await outcome(idsOf(rows))).toEqual({ value: ["c"] });
    expect(sent.map(({ json }) => json)).toEqual([
      { pageNum: 0, pageSize: 2, statusList: ["SUCCEEDED"] },
      { pageNum: 1, pageSize: 2, statusList: ["SUCCEEDED"] },
    ]);
  });

  test("a row that moves to the next page is yielded once", async () => {
    const { client, outcome } = scripted([page([row("b"), row("a")], { hasMore: true }), page([row("a"), row("z")])]);
    expect(await outcome(idsOf(client.worlds.list()))).toEqual({ value: ["b", "a", "z"] });
  });

  test("is empty if the service sends null for it", async () => {
    const { client, outcome } = scripted([{ status: 200, body: { pageNum: 0, totalCount: 0, result: null } }]);
    expect(await outcome(idsOf(client.worlds.list()))).toEqual({ value: [] });
  });

  test("ends whatever counts the service reports", async () => {
    const ends: [Act, number][] = [
      [page([], { hasMore: true }), 1],
      [page([row("a")], { hasMore: false, totalCount: 100 }), 1],
      [page([row("a"), row("b")], { pageSize: 2, totalCount: 5 }), 3],
      [page([row("a")]), 1],
    ];
    for (const [act, pages] of ends) {
      const { client, sent, outcome } = scripted([act]);
      await outcome(idsOf(client.worlds.list({ pages: 7 })));
      expect(sent).toHaveLength(pages);
    }
  });

  test("ends at its number of pages", async () => {
    const { client, sent, outcome } = scripted((_, i) => page([row(`w-${i}`)], { hasMore: true }));
    const { value } = await outcome(idsOf(client.worlds.list({ pages: 3 })));
    expect([value, sent.length]).toEqual([["w-0", "w-1", "w-2"], 3]);
  });

  test("is an error if the service repeats its pages", async () => {
    const { client, sent, outcome } = scripted([page([row("a"), row("b")], { hasMore: true })]);
    const { error } = await outcome(idsOf(client.worlds.list()));
    expect(error).toMatchObject({
      name: "ProtocolError",
      message: expect.stringMatching(/page 2 .*earlier/) as unknown,
    });
    expect(sent).toHaveLength(3);
  });

  test("continues after one page that new worlds have moved", async () => {
    const { client, outcome } = scripted([
      page([row("b")], { hasMore: true }),
      page([row("b")], { hasMore: true }),
      page([row("a")], { hasMore: false }),
    ]);
    expect(await outcome(idsOf(client.worlds.list({ pageSize: 1 })))).toEqual({ value: ["b", "a"] });
  });

  test("continues after rows that cannot be read", async () => {
    const { client, sent, outcome } = scripted([page([{}], { hasMore: true })]);
    expect(await outcome(idsOf(client.worlds.list({ pages: 5 })))).toEqual({ value: [] });
    expect(sent).toHaveLength(5);
  });
});
