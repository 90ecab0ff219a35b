import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FolderFiles } from "../files/folder-files.ts";
import { openSqlite } from "../storage/sqlite/open-sqlite.ts";
import type { Storage } from "../storage/storage.ts";
import { FetchError, FileFetcher, type FetchOptions } from "./file-fetcher.ts";

let folder: string;
let storage: Storage;
let files: FolderFiles;
const closers: (() => void)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "usdkit-fetch-"));
  storage = openSqlite(join(folder, "database"));
  files = await FolderFiles.open(folder);
});

afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the reason why a URL was not fetched; checks that no file is left behind. */
async function problemOf(fetcher: FileFetcher, url: string): Promise<string> {
  const message = await fetcher.fetch(url).then(
    () => "it was fetched",
    (error: unknown) => (error instanceof FetchError ? error.message : String(error)),
  );
  expect(readdirSync(join(folder, "temporary"))).toEqual([]);
  return message;
}

/** Starts a server on this machine. Returns its port. */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Loopback is allowed here: 127.0.0.1 and ::1, and no other loopback address. */
function fetcherFor(given: Partial<FetchOptions> = {}): FileFetcher {
  return new FileFetcher(storage.files, files, {
    ownUrls: () => ["http://own.example"],
    hosts: ["127.0.0.1", "localhost", "127.0.0.2"],
    maxSize: 100_000,
    timeout: 5000,
    isAllowedAddress: (address) => address === "127.0.0.1" || address === "::1",
    ...given,
  });
}

describe("a file of an allowed host", () => {
  test("is fetched completely, without a key, over three redirects", async () => {
    const bytes = Buffer.alloc(50_000, "abc");
    const seen: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      seen.push(request.headers.authorization);
      const step = Number(request.url?.split("/")[1]);
      if (step === 3) return void response.end(bytes);
      const host = step === 1 ? "localhost" : "127.0.0.1";
      response.writeHead(302, { location: `http://${host}:${port}/${step + 1}/model.glb` }).end();
    });
    const { path, extension, isTemporary } = await fetcherFor().fetch(`http://localhost:${port}/0/model.glb`);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect([extension, isTemporary]).toEqual([".glb", true]);
    expect(seen).toEqual([undefined, undefined, undefined, undefined]);
    await files.discard(path);
  });

  test("is rejected after more redirects", async () => {
    const port = await serve((_request, response) => {
      response.writeHead(307, { location: "/again.png" }).end();
    });
    expect(await problemOf(fetcherFor(), `http://127.0.0.1:${port}/a.png`)).toContain("at most 3 redirects");
  });

  test.each<[string, string, string]>([
    ["a private address", "http://127.0.0.2:1/a.png", "not a public host"],
    ["a host that is not allowed", "http://127.0.0.3:1/a.png", "are not fetched"],
    ["another protocol", "file:///etc/passwd", "only http and https"],
    ["a user name", "http://ada:secret@127.0.0.1:1/a.png", "user name"],
    ["invalid URL", "http://[", "invalid URL"],
  ])("does not redirect to %s", async (_name, location, message) => {
    let requests = 0;
    const port = await serve((_request, response) => {
      requests++;
      response.writeHead(302, { location }).end();
    });
    expect(await problemOf(fetcherFor(), `http://127.0.0.1:${port}/a.png`)).toContain(message);
    expect(requests).toBe(1);
  });

  test.each([["with its length"], ["in chunks"]])("that is too large (%s) is aborted", async (how) => {
    const port = await serve((_request, response) => {
      const bytes = Buffer.alloc(100_001);
      if (how === "with its length") response.setHeader("content-length", bytes.length);
      response.end(bytes);
    });
    expect(await problemOf(fetcherFor(), `http://127.0.0.1:${port}/a.png`)).toContain("more than 100000 bytes");
  });

  test("that arrives byte by byte is aborted, and so is an unresponsive host", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/silent.png") return;
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    const fetcher = fetcherFor({ timeout: 200 });
    expect(await problemOf(fetcher, `http://127.0.0.1:${port}/slow.png`)).toContain("it took too long");
    expect(await problemOf(fetcher, `http://127.0.0.1:${port}/silent.png`)).toContain("in time");
  });

  test("that is truncated or rejected fails", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/refused.png") return void response.writeHead(403).end();
      response.writeHead(200, { "content-length": 100 });
      response.write("half", () => response.destroy());
    });
    expect(await problemOf(fetcherFor(), `http://127.0.0.1:${port}/refused.png`)).toContain("status 403");
    expect(await problemOf(fetcherFor(), `http://127.0.0.1:${port}/cut.png`)).toContain("it was cut");
  });
});

describe("by default", () => {
  test.each([
    ["http://127.0.0.1:1/a.png"],
    ["http://localhost:1/a.png"],
    ["http://[::1]:1/a.png"],
    ["http://[::ffff:127.0.0.1]:1/a.png"],
    ["http://169.254.169.254/a.png"],
    ["http://10.1.2.3/a.png"],
    ["http://0x7f.1/a.png"],
    ["http://2130706433/a.png"],
  ])("rejects %s, even if every host is allowed", async (url) => {
    const options = { ownUrls: () => [], hosts: ["*"], maxSize: 10, timeout: 1000 };
    expect(await problemOf(new FileFetcher(storage.files, files, options), url)).toContain("not a public host");
  });

  test("a rule is a host name, a domain or a wildcard", async () => {
    const problem = (hosts: readonly string[], url: string): Promise<string | undefined> =>
      fetcherFor({ hosts }).problem(url);
    expect(await problem(["files.example"], "https://FILES.example/a.png")).toBeUndefined();
    expect(await problem(["*.example"], "https://a.b.example/a.png")).toBeUndefined();
    expect(await problem(["*.example"], "https://badexample/a.png")).toContain("not fetched");
    expect(await problem(["files.example"], "https://files.example.evil/a.png")).toContain("not fetched");
    expect(await problem([], "http://own.example/files/x/a.png")).toBeUndefined();
    expect(await problem([], "http://own.example.evil/files/x/a.png")).toContain("not fetched");
  });
});
