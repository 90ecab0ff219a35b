import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ByteReadError, LazyBytes, MissingBytesError, whenFetched } from "@usdkit/base";
import { makeLayer, type Layer } from "@usdkit/layer";
import { printUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { afterEach, describe, expect, test } from "vitest";
import { openLayer } from "../open/open-layer.ts";
import { Stage } from "../stage/stage.ts";
import { StageValues } from "../values/stage-values.ts";
import { httpResolver, type HttpResolverOptions } from "./http-resolver.ts";

const COUNT = 60_000;

/** Two meshes with arrays of 480 KB; one has time samples. */
function meshes(first: number): Layer {
  const array = (start: number): Float64Array => Float64Array.from({ length: COUNT }, (_, i) => start + i / 3);
  const child = (name: string, start: number): NonNullable<Parameters<typeof makeLayer>[0]["children"]>[number] => ({
    name,
    type: "Mesh",
    properties: [
      { name: "a", type: "double[]", value: array(start) },
      {
        name: "b",
        type: "double[]",
        timeSamples: [
          [1, array(start + 1)],
          [2, array(start + 2)],
          [3, array(start + 3)],
        ],
      },
    ],
  });
  return makeLayer({ children: [child("M", first), child("N", first + 100)] });
}

const crate = writeUsdc(meshes(1));
const other = writeUsdc(meshes(1000));
const texts = [1, 1000].map((first) => new TextEncoder().encode(printUsda(textLayer(first))));

/** 500 KB of text. */
function textLayer(first: number): Layer {
  const value = Float64Array.from({ length: 50_000 }, (_, i) => first + i);
  return makeLayer({ children: [{ name: "T", properties: [{ name: "a", type: "double[]", value }] }] });
}

interface Served {
  bytes: Uint8Array;
  etag?: string;
  lastModified?: string;
}

/** How a server answers. */
interface Behaviour {
  readonly ignoresRange?: boolean;
  /** Bytes of a part at most. */
  readonly maxPart?: number;
  /** Headers that replace those of the reply; "" leaves one out. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Running {
  readonly host: string;
  readonly files: Map<string, Served>;
  /** Requests: URL and range. */
  readonly log: string[];
  sent: number;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(files: Readonly<Record<string, Served>>, behaviour: Behaviour = {}): Promise<Running> {
  const running = { host: "", files: new Map(Object.entries(files)), log: [] as string[], sent: 0 };
  const server = createServer(({ url = "", headers: { range } }, response) => {
    running.log.push(`${url} ${range ?? "whole"}`);
    const file = running.files.get(url);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    running.sent += answer(response, file, range, behaviour);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  running.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return running;
}

function answer(
  response: ServerResponse,
  { bytes, etag, lastModified }: Served,
  range: string | undefined,
  { ignoresRange, maxPart = Infinity, headers = {} }: Behaviour,
): number {
  const found = ignoresRange === true ? null : /^bytes=(\d+)-(\d+)$/u.exec(range ?? "");
  const all: Record<string, string> = {
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { "last-modified": lastModified }),
  };
  if (found === null) {
    response.writeHead(200, all).end(bytes);
    return bytes.length;
  }
  const start = Number(found[1]);
  if (start >= bytes.length) {
    response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    return 0;
  }
  const part = bytes.subarray(start, Math.min(Number(found[2]) + 1, start + maxPart));
  all["content-range"] = `bytes ${start}-${start + part.length - 1}/${bytes.length}`;
  for (const [name, value] of Object.entries(headers)) {
    if (value === "") delete all[name];
    else all[name] = value;
  }
  response.writeHead(206, all).end(part);
  return part.length;
}

async function read(
  running: Running,
  path: string,
  options: Partial<HttpResolverOptions> = {},
): Promise<Uint8Array | LazyBytes> {
  const bytes = await httpResolver({ hosts: [running.host], ...options }).read(`http://${running.host}${path}`);
  if (bytes === undefined) throw new TypeError("no file");
  return bytes;
}

/** Faster than `toEqual` on megabytes. */
function isSame(bytes: Uint8Array | LazyBytes, expected: Uint8Array): boolean {
  return bytes instanceof Uint8Array && Buffer.compare(bytes, expected) === 0;
}

/** The first number of the array `a` of a prim. */
function numberOf(layer: Layer, prim: number): unknown {
  const property = layer.root.children[prim]?.properties[0];
  const value = property?.specType === "attribute" ? property.defaultValue : undefined;
  return value?.kind === "typed" && ArrayBuffer.isView(value.data) ? value.data[0] : undefined;
}

const OLD = "Mon, 01 Jan 2024 00:00:00 GMT";

describe("a crate of a server that sends parts", () => {
  test.each([
    ["a strong ETag", { etag: '"1"' }],
    ["an old date", { lastModified: OLD }],
    ["an old date and a weak ETag", { etag: 'W/"1"', lastModified: OLD }],
  ])("and %s is fetched where it is looked at", async (_name, version) => {
    const running = await serve({ "/m.usdc": { bytes: crate, ...version } });
    const bytes = await read(running, "/m.usdc");
    expect(bytes).toBeInstanceOf(LazyBytes);
    const { layer, ok } = await whenFetched(() => openLayer(bytes));
    expect(ok).toBe(true);
    expect(running.sent).toBeLessThan(crate.length / 2);
    expect(() => numberOf(layer, 1)).toThrow(MissingBytesError);
    expect(await whenFetched(() => numberOf(layer, 1))).toBe(101);
    // Structure, the values between the arrays, and one array.
    expect(running.log.length).toBeLessThan(12);
    expect(running.sent).toBeLessThan((crate.length * 3) / 4);
  });

  test("whose parts are shorter than asked for is complete", async () => {
    const running = await serve({ "/m.usdc": { bytes: crate, etag: '"1"' } }, { maxPart: 300_000 });
    const bytes = await read(running, "/m.usdc");
    const { layer } = await whenFetched(() => openLayer(bytes));
    expect(await whenFetched(() => numberOf(layer, 1))).toBe(101);
  });

  test("in a package is fetched in parts as well", async () => {
    const root = { path: "root.usda", data: new TextEncoder().encode("#usda 1.0\n") };
    const data = writePackage([root, { path: "m.usdc", data: crate }]);
    const running = await serve({ "/m.usdz": { bytes: data, etag: '"1"' } });
    const bytes = await read(running, "/m.usdz");
    const { layer } = await whenFetched(() => openLayer(bytes, { inner: ["m.usdc"] }));
    expect(await whenFetched(() => numberOf(layer, 0))).toBe(1);
    expect(running.sent).toBeLessThan((data.length * 3) / 4);
  });
});

describe("a file of a server", () => {
  test.each<[string, Served, Behaviour]>([
    ["that ignores ranges", { bytes: crate, etag: '"1"' }, { ignoresRange: true }],
    ["that does not identify contents", { bytes: crate }, {}],
    ["with a weak ETag alone", { bytes: crate, etag: 'W/"1"' }, {}],
    ["with the date of now", { bytes: crate, lastModified: new Date().toUTCString() }, {}],
    ["that hides the place of parts", { bytes: crate, etag: '"1"' }, { headers: { "content-range": "" } }],
    ["that sends another part", { bytes: crate, etag: '"1"' }, { headers: { "content-range": "bytes 7-8/900000" } }],
    ["that compresses parts", { bytes: crate, etag: '"1"' }, { headers: { "content-encoding": "x-none" } }],
  ])("%s is read whole", async (_name, file, behaviour) => {
    const running = await serve({ "/m.usdc": file }, behaviour);
    const bytes = await read(running, "/m.usdc");
    expect(isSame(bytes, crate)).toBe(true);
    expect(running.log.length).toBeLessThan(3);
  });

  test("that is small, of text, or empty is read whole", async () => {
    const [text] = texts;
    const small = writeUsdc(makeLayer({}));
    const running = await serve({
      "/t.usda": { bytes: text, etag: '"1"' },
      "/s.usdc": { bytes: small, etag: '"1"' },
      "/e.usda": { bytes: new Uint8Array() },
    });
    expect(isSame(await read(running, "/t.usda"), text)).toBe(true);
    expect(isSame(await read(running, "/s.usdc"), small)).toBe(true);
    expect(await read(running, "/e.usda")).toHaveLength(0);
    expect(running.log.map((each) => each.split(" ")[0])).toEqual([
      "/t.usda",
      "/t.usda",
      "/s.usdc",
      "/e.usda",
      "/e.usda",
    ]);
  });

  test("that is larger than allowed is an error, in parts and whole", async () => {
    const files = { "/m.usdc": { bytes: crate, etag: '"1"' } };
    for (const behaviour of [{}, { ignoresRange: true }]) {
      const running = await serve(files, behaviour);
      await expect(read(running, "/m.usdc", { maxBytes: 400_000 })).rejects.toThrow("has more than 400000 bytes");
    }
  });

  test("is asked for again if the connection fails, once", async () => {
    const running = await serve({ "/m.usdc": { bytes: crate, etag: '"1"' } });
    let failures = 1;
    const load: typeof fetch = async (url, init) => {
      if (failures-- > 0) throw new TypeError("fetch failed", { cause: new Error("other side closed") });
      return fetch(url, init);
    };
    expect(await read(running, "/m.usdc", { fetch: load })).toBeInstanceOf(LazyBytes);
    failures = 2;
    const failing = read(running, "/m.usdc", { fetch: load });
    await expect(failing).rejects.toThrow("cannot be read: fetch failed (other side closed)");
  });

  test("that answers nothing is an error in time", async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const resolver = httpResolver({ hosts: [host], timeout: 30 });
    await expect(resolver.read(`http://${host}/m.usdc`)).rejects.toThrow("cannot be read: nothing came for 30 ms");
  });
});

describe("a file that changes while it is in use", () => {
  const changes: readonly (readonly [string, (running: Running) => void, string])[] = [
    ["other bytes", (running) => running.files.set("/m.usdc", { bytes: other, etag: '"2"' }), "was changed"],
    [
      "another size",
      (running) => running.files.set("/m.usdc", { bytes: crate.subarray(1), etag: '"1"' }),
      "was changed",
    ],
    ["no ETag", (running) => running.files.set("/m.usdc", { bytes: crate }), "was changed"],
    ["gone", (running) => running.files.delete("/m.usdc"), "was removed"],
  ];
  test.each(changes)(
    "%s: an array that is not there yet is an error with its URL, and others stay",
    async (_name, change, message) => {
      const running = await serve({ "/m.usdc": { bytes: crate, etag: '"1"' } });
      const bytes = await read(running, "/m.usdc");
      const { layer } = await whenFetched(() => openLayer(bytes));
      expect(await whenFetched(() => numberOf(layer, 0))).toBe(1);
      change(running);
      const failing = whenFetched(() => numberOf(layer, 1));
      await expect(failing).rejects.toThrow(ByteReadError);
      await expect(failing).rejects.toThrow(`"http://${running.host}/m.usdc" ${message} while it was in use`);
      expect(() => numberOf(layer, 1)).toThrow(message);
      expect(numberOf(layer, 0)).toBe(1);
    },
  );

  test("between the first two parts of a text: the text is read whole", async () => {
    const [before, after] = texts;
    const running = await serve({ "/t.usda": { bytes: before, etag: '"1"' } });
    const load: typeof fetch = async (url, init) => {
      if (running.log.length === 1) running.files.set("/t.usda", { bytes: after, etag: '"2"' });
      return fetch(url, init);
    };
    expect(isSame(await read(running, "/t.usda", { fetch: load }), after)).toBe(true);
  });
});

describe("a stage", () => {
  async function open(running: Running): Promise<Stage> {
    return Stage.open(`http://${running.host}/shot.usda`, { resolver: httpResolver({ hosts: [running.host] }) });
  }

  async function serveShot(): Promise<Running> {
    const shot = `#usda 1.0
def "A" (
    references = @./m.usdc@</M>
)
{
}
def "B" (
    references = @./m.usdc@</N> (offset = 10)
)
{
}
`;
    return serve({
      "/shot.usda": { bytes: new TextEncoder().encode(shot), etag: '"1"' },
      "/m.usdc": { bytes: crate, etag: '"1"' },
    });
  }

  test("opens the tables of crates, and waits for values on request", async () => {
    const running = await serveShot();
    const stage = await open(running);
    expect(stage.problems).toEqual([]);
    expect([...stage.traverse()]).toEqual(["/A", "/B"]);
    const opened = running.sent;
    expect(opened).toBeLessThan(crate.length / 2);
    const values = new StageValues(stage);
    const first = (path: string, time: number | null): unknown => {
      const { value } = values.value(path, time);
      return value?.kind === "typed" && value.data instanceof Float64Array ? value.data[0] : value?.kind;
    };
    expect(() => first("/A.a", null)).toThrow("wait for stage.prefetch");
    await stage.prefetch(["/A"], { values: [null] });
    expect(first("/A.a", null)).toBe(1);
    expect(() => first("/B.a", null)).toThrow(MissingBytesError);
    await stage.prefetch(["/B"], { values: [12] });
    expect(first("/B.b", 12)).toBe(103);
    expect(() => first("/B.b", 11)).toThrow(MissingBytesError);
    await stage.prefetch(["/"], { values: "all" });
    expect([first("/B.b", 11), first("/B.b", 13), first("/A.b", 2)]).toEqual([102, 104, 3]);
    stage.close();
  });

  test("has an error for a crate that changes while it is opened", async () => {
    const running = await serveShot();
    const load: typeof fetch = async (url, init) => {
      if (running.log.filter((each) => each.startsWith("/m.usdc")).length === 1)
        running.files.set("/m.usdc", { bytes: other, etag: '"2"' });
      return fetch(url, init);
    };
    const stage = await Stage.open(`http://${running.host}/shot.usda`, {
      resolver: httpResolver({ hosts: [running.host], fetch: load }),
    });
    expect(stage.problems.map(({ prim }) => prim)).toEqual(["/A", "/B"]);
    expect(stage.problems[0].error.message).toContain("was changed while it was in use");
  });

  test("rejects values of a file that changed", async () => {
    const running = await serveShot();
    const stage = await open(running);
    running.files.set("/m.usdc", { bytes: other, etag: '"2"' });
    await expect(stage.prefetch(["/"], { values: "all" })).rejects.toThrow("was changed while it was in use");
  });
});
