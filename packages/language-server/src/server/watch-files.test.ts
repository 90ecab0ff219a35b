import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeHost } from "../node/node-host.ts";
import { HEAD, TestClient } from "../test-support/client.ts";

const folder = mkdtempSync(join(tmpdir(), "usda-watch-"));
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
const SCENE = `${HEAD}def Xform "A"\n{\n}\n`;

const canWatch = (relativePatternSupport: boolean) => ({
  workspace: { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport } },
});

function write(name: string, value: unknown): void {
  writeFileSync(join(folder, name), JSON.stringify(value));
}

beforeAll(() => {
  mkdirSync(join(folder, "scenes"));
  write("base-rules.json", { rules: { "camera-present": "off" } });
  write("known[1].json", { version: 1, files: {} });
  write("meshes.json", []);
  write("usda-lint.config.json", {
    profile: "offline",
    extends: "./base-rules.json",
    baseline: "known[1].json",
    assets: "meshes.json",
    base: "room.usda",
  });
  writeFileSync(join(folder, "room.usda"), SCENE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withClient(hasRelative: boolean, use: (client: TestClient) => Promise<void>): Promise<void> {
  const client = await TestClient.start({ host: nodeHost(), capabilities: canWatch(hasRelative) });
  await use(client);
  await client.stop();
}

test("files that the configuration names are watched, each once", async () => {
  await withClient(true, async (client) => {
    await client.open(uriOf("scenes/a.usda"), SCENE);
    await client.diagnostics(uriOf("scenes/a.usda"));
    await client.open(uriOf("scenes/b.usda"), SCENE);
    await client.diagnostics(uriOf("scenes/b.usda"));
    const baseUri = pathToFileURL(folder).href;
    const named = client.watched.filter((each) => typeof each === "object");
    const names = ["usda-lint.config.json", "base-rules.json", "room.usda", "meshes.json", "known?1?.json"];
    expect(named).toEqual(names.map((pattern) => ({ baseUri, pattern })));
  });
});

test("by their names, for clients without relative patterns; not at all, for clients that watch no files", async () => {
  await withClient(false, async (client) => {
    await client.open(uriOf("a.usda"), SCENE);
    await client.diagnostics(uriOf("a.usda"));
    expect(client.watched).toEqual(expect.arrayContaining(["**/known?1?.json", "**/room.usda"]));
  });
  const client = await TestClient.start({ host: nodeHost() });
  await client.open(uriOf("a.usda"), SCENE);
  await client.diagnostics(uriOf("a.usda"));
  expect(client.watched).toEqual([]);
  await client.stop();
});

test("a change of such a file applies; one of another layer checks nothing again", async () => {
  await withClient(true, async (client) => {
    const uri = uriOf("a.usda");
    await client.open(uri, SCENE);
    const codesOf = (found: readonly Diagnostic[]): unknown[] => found.map(({ code }) => code);
    expect(codesOf(await client.diagnostics(uri))).toContain("resolution-required");
    const published: unknown[][] = [];
    client.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      published.push(codesOf(params.diagnostics));
    });
    const changed = (name: string): Promise<void> =>
      client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOf(name), type: 2 }] });
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
    await changed("other.usda");
    await pause();
    expect(published).toEqual([]);
    await changed("room.usda");
    await expect.poll(() => published).toEqual([expect.arrayContaining(["resolution-required"])]);
    const entry = { rule: "resolution-required", primPath: "/", property: null, count: 1 };
    write("known[1].json", { version: 1, files: { "a.usda": [entry] } });
    await changed("known[1].json");
    await expect.poll(() => published).toHaveLength(2);
    expect(published[1]).not.toContain("resolution-required");
  });
});
