// The server as editors have it: a process, over standard input and output. Bad input ends no request without an answer, and not
// the process.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, Hover, Location } from "vscode-languageserver-types";
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HEAD, TestClient } from "../test-support/client.ts";

const folder = mkdtempSync(join(tmpdir(), "usda-language-server-"));
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
const SERVER = join(import.meta.dirname, "usda-language-server.ts");

let server: ChildProcess;
let client: TestClient;

beforeAll(async () => {
  writeFileSync(
    join(folder, "usda-lint.config.json"),
    JSON.stringify({ profile: "offline", rules: { "camera-present": "off" }, ignore: ["skipped.usda"] }),
  );
  mkdirSync(join(folder, "broken"));
  writeFileSync(join(folder, "broken", "usda-lint.config.json"), "{ no json");
  server = spawn(process.execPath, [SERVER, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  if (server.stdout === null || server.stdin === null) throw new Error("no pipes");
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  client = await TestClient.connect(connection, { folders: [pathToFileURL(folder).href] });
});

afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const codes = (found: readonly Diagnostic[]): unknown[] => found.map(({ code }) => code);

/** Returns what a server that is alive answers to a hover. */
async function lives(): Promise<string> {
  const uri = uriOf("alive.usda");
  await client.open(uri, `${HEAD}def Camera "C"\n{\n    float focalLength = 5\n}\n`);
  const found = await client.request<Hover | null>("textDocument/hover", {
    textDocument: { uri },
    position: { line: 3, character: 12 },
  });
  await client.close(uri);
  return JSON.stringify(found);
}

test("the closest configuration applies; one that is broken is a finding", async () => {
  await client.open(uriOf("a.usda"), `${HEAD}def Xform "A"\n{\n}\n`);
  const found = codes(await client.diagnostics(uriOf("a.usda")));
  expect(found).not.toContain("camera-present");
  expect(found).toContain("resolution-required");
  await client.open(uriOf("skipped.usda"), "nothing");
  expect(await client.diagnostics(uriOf("skipped.usda"))).toEqual([]);
  await client.open(uriOf("broken/a.usda"), `${HEAD}def Xform "A"\n{\n}\n`);
  const [first] = await client.diagnostics(uriOf("broken/a.usda"));
  expect(first?.message).toMatch(/^Configuration: .*invalid JSON/);
});

test("findings in the baseline of the configuration are not reported; a broken baseline is a finding", async () => {
  const inner = join(folder, "known");
  mkdirSync(inner);
  const entry = { rule: "resolution-required", primPath: "/", property: null, count: 1 };
  writeFileSync(join(inner, "known.json"), JSON.stringify({ version: 1, files: { "a.usda": [entry] } }));
  writeFileSync(join(inner, "usda-lint.config.json"), JSON.stringify({ profile: "offline", baseline: "known.json" }));
  const scene = `${HEAD}def Xform "A"\n{\n}\n`;
  await client.open(uriOf("known/a.usda"), scene);
  await client.open(uriOf("known/b.usda"), scene);
  const [known, others] = [
    await client.diagnostics(uriOf("known/a.usda")),
    await client.diagnostics(uriOf("known/b.usda")),
  ];
  expect(codes(others)).toContain("resolution-required");
  expect(codes(known)).toEqual(codes(others).filter((code) => code !== "resolution-required"));
  // After an edit, too.
  await client.change(uriOf("known/a.usda"), "# a\n", {
    start: { line: 1, character: 0 },
    end: { line: 1, character: 0 },
  });
  expect(codes(await client.diagnostics(uriOf("known/a.usda")))).toEqual(codes(known));
  writeFileSync(join(inner, "known.json"), "[]");
  await client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOf("known/known.json"), type: 2 }] });
  await client.change(uriOf("known/a.usda"), scene);
  const [first] = await client.diagnostics(uriOf("known/a.usda"));
  expect(first?.message).toMatch(/known\.json: not a version 1 baseline file/);
});

test("edits out of order are rejected with a message, and the text stays", async () => {
  const uri = uriOf("order.usda");
  await client.open(uri, `${HEAD}def "A"\n{\n}\n`, 5);
  await client.notify("textDocument/didChange", {
    textDocument: { uri, version: 4 },
    contentChanges: [{ text: "broken" }],
  });
  await client.notify("textDocument/didChange", {
    textDocument: { uri, version: 5 },
    contentChanges: [{ text: "broken" }],
  });
  const symbols = await client.request<unknown[]>("textDocument/documentSymbol", { textDocument: { uri } });
  expect(symbols).toHaveLength(1);
  expect(client.messages.join("\n")).toMatch(/Version 4 came after version 5/);
  await client.notify("textDocument/didChange", {
    textDocument: { uri: uriOf("never-opened.usda"), version: 2 },
    contentChanges: [{ text: "" }],
  });
  expect(await lives()).toContain("Focal length");
  expect(client.messages.join("\n")).toMatch(/never-opened\.usda was not applied\. The document is not open\./);
});

test("ranges outside of the text are moved into it", async () => {
  const uri = uriOf("outside.usda");
  await client.open(uri, `${HEAD}def "A"\n{\n}\n`);
  const far = { line: 4_000_000_000, character: 5 };
  await client.change(uri, '\ndef "B"\n{\n}\n', { start: far, end: { line: 2, character: 1e9 } });
  await client.change(uri, "", { start: { line: -1, character: -7 }, end: { line: -1, character: 2 } });
  await client.request("textDocument/hover", { textDocument: { uri }, position: { line: 1e9, character: 1e9 } });
  expect(await lives()).toContain("Focal length");
});

test("a document that is closed during a request", async () => {
  const uri = uriOf("closing.usda");
  await client.open(uri, `${HEAD}def "A" (\n    references = @./b.usda@</B>\n)\n{\n}\n`);
  const params = { textDocument: { uri }, position: { line: 2, character: 30 } };
  const requests = [
    client.request("textDocument/definition", params),
    client.request("textDocument/references", { ...params, context: { includeDeclaration: true } }),
    client.request("textDocument/hover", params),
    client.request("textDocument/completion", params),
  ];
  await client.close(uri);
  await Promise.all(requests);
  expect(await client.request("textDocument/hover", params)).toBeNull();
  expect(await client.request("textDocument/completion", params)).toBeNull();
  expect(await lives()).toContain("Focal length");
});

test("a file that is deleted while it is open, and one that it refers to", async () => {
  const uri = uriOf("gone.usda");
  writeFileSync(join(folder, "gone.usda"), HEAD);
  writeFileSync(join(folder, "other.usda"), `${HEAD}def "B"\n{\n}\n`);
  await client.open(uri, `${HEAD}def "A" (\n    references = @./other.usda@</B>\n)\n{\n}\n`);
  const params = { textDocument: { uri }, position: { line: 2, character: 33 } };
  expect(await client.request<Location[]>("textDocument/definition", params)).toHaveLength(1);
  rmSync(join(folder, "gone.usda"));
  rmSync(join(folder, "other.usda"));
  await client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 3 }] });
  expect(await client.request<Location[]>("textDocument/definition", params)).toEqual([]);
  const onAsset = { ...params, position: { line: 2, character: 20 } };
  expect(JSON.stringify(await client.request("textDocument/hover", onAsset))).toContain("does not exist");
  expect(await lives()).toContain("Focal length");
});

test("assets that are not files, and paths that lead out of every folder", async () => {
  const uri = uriOf("assets.usda");
  const assets = [
    "../".repeat(50),
    "/etc/shadow",
    "%00",
    "a\tb",
    "C:\\x",
    "//host/share",
    "[[[",
    "a.usdz[b.usdz[c",
    "\u202egnp",
    "x".repeat(5000),
    "file:///etc/passwd",
    ".",
  ];
  const text = `${HEAD}def "A"\n{\n${assets.map((asset, i) => `    asset a${i} = @${asset}@`).join("\n")}\n}\n`;
  await client.open(uri, text);
  await Promise.all(
    assets.flatMap((_, i) =>
      ["hover", "definition", "completion"].map((method) =>
        client.request(`textDocument/${method}`, { textDocument: { uri }, position: { line: 3 + i, character: 18 } }),
      ),
    ),
  );
  await client.request("textDocument/documentLink", { textDocument: { uri } });
  expect(await lives()).toContain("Focal length");
});

test("names of a file are escaped in every answer", async () => {
  const uri = uriOf("hostile.usda");
  const name = "\\x1b]0;x\\x07\u202e<img src=x onerror=alert(1)>[a](command:x)`";
  await client.open(
    uri,
    `${HEAD}def "A"\n{\n    custom string "${name}" = 1\n    rel r = </${name}>\n    asset a = @${name}@\n}\ndef "${name}"\n{\n}\n`,
  );
  const at = (line: number, character: number) => ({ textDocument: { uri }, position: { line, character } });
  const answers = [
    await client.request("textDocument/documentSymbol", { textDocument: { uri } }),
    await client.request("textDocument/hover", at(4, 20)),
    await client.request("textDocument/hover", at(5, 20)),
    await client.diagnostics(uri),
    await client.request("textDocument/completion", at(4, 14)),
    await client.request("textDocument/codeLens", { textDocument: { uri } }),
  ];
  const labels: string[] = [];
  const collect = (value: unknown, key = ""): void => {
    if (typeof value === "string" && ["name", "detail", "label", "message", "title", "value"].includes(key))
      labels.push(value);
    else if (typeof value === "object" && value !== null)
      for (const [each, inner] of Object.entries(value)) collect(inner, each);
  };
  for (const answer of answers) collect(answer);
  expect(labels.length).toBeGreaterThan(3);
  for (const label of labels) {
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(label).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
  }
  expect(await lives()).toContain("Focal length");
});

test("50 MB that are pasted have one finding, and are let go of", async () => {
  const uri = uriOf("large.usda");
  await client.open(uri, HEAD);
  await client.change(uri, "# xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n".repeat(780_000), {
    start: { line: 1, character: 0 },
    end: { line: 1, character: 0 },
  });
  const found = await client.diagnostics(uri);
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The text has \d+\.\d MiB and is not checked/),
  ]);
  expect(await client.request("textDocument/documentSymbol", { textDocument: { uri } })).toBeNull();
  await client.change(uri, HEAD);
  expect(codes(await client.diagnostics(uri))).not.toContain("size");
  await client.close(uri);
  expect(await lives()).toContain("Focal length");
});

test("requests that are not requests", async () => {
  const uri = uriOf("alive.usda");
  for (const params of [
    null,
    {},
    { textDocument: {} },
    { textDocument: { uri: 5 } },
    { textDocument: { uri }, position: "x" },
  ]) {
    await client.request("textDocument/hover", params).catch(() => {});
    await client.request("textDocument/rename", params).catch(() => {});
    await client.request("textDocument/inlayHint", params).catch(() => {});
  }
  await client.request("no/such/method", {}).catch(() => {});
  expect(await lives()).toContain("Focal length");
});

test("--version, --help, and a missing --stdio", async () => {
  const run = (...options: string[]): Promise<{ code: number | null; text: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [SERVER, ...options], { stdio: ["ignore", "pipe", "pipe"] });
      let text = "";
      child.stdout.on("data", (data: Buffer) => (text += data.toString()));
      child.stderr.on("data", (data: Buffer) => (text += data.toString()));
      child.on("close", (code) => resolve({ code, text }));
    });
  const [version, help, missing] = await Promise.all([run("--version"), run("--help"), run()]);
  expect(version).toEqual({ code: 0, text: "0.1.0\n" });
  expect(help.text).toContain("--stdio");
  expect(missing.code).toBe(2);
  expect(missing.text).toMatch(/^Missing --stdio\./);
});

test("the process ends with its client", async () => {
  const child = spawn(process.execPath, [SERVER, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const one = await TestClient.connect(connection);
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  await one.request("shutdown", null);
  await one.notify("exit", null);
  expect(await ended).toBe(0);
});
