// Which configurations the server runs that are code.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TrustedProjects } from "@usdkit/lint-config/trusted-projects";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HEAD, TestClient } from "../test-support/client.ts";
import { nodeHost, type NodeHostOptions } from "./node-host.ts";

let folder = "";
const env = (): Record<string, string> => ({ XDG_CONFIG_HOME: join(folder, "config") });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "usda-trust-"));
  mkdirSync(join(folder, "p"));
  writeFileSync(join(folder, "p/package.json"), "{}");
  writeFileSync(
    join(folder, "p/usda-lint.config.mjs"),
    `import { writeFileSync } from "node:fs";
     writeFileSync(${JSON.stringify(join(folder, "ran"))}, "");
     export default { ignore: ["*"] };`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a scene of the project, and returns the first finding and whether the configuration ran. */
async function open(trustConfig: unknown, options: NodeHostOptions = {}): Promise<[first: string, hasRun: boolean]> {
  const folders = [pathToFileURL(folder).href];
  const client = await TestClient.start({ host: nodeHost({ env: env(), ...options }), folders, trustConfig });
  const uri = pathToFileURL(join(folder, "p/a.usda")).href;
  await client.open(uri, `${HEAD}def "A"\n{\n    int x = "one"\n}\n`);
  const [first] = await client.diagnostics(uri);
  await client.stop();
  return [typeof first?.message === "string" ? first.message : "", existsSync(join(folder, "ran"))];
}

test.each([
  ["no option", undefined, '"trustConfig" of the initialization options'],
  ["false", false, "trust the workspace"],
  ["a text", "yes", "trust the workspace"],
  ["other folders", ["/nowhere", 1], '"trustConfig" of the initialization options'],
])("%s is no consent, and the reason is a finding", async (_, option, advice) => {
  const [first, hasRun] = await open(option);
  expect(first).toMatch(/^Configuration: .*usda-lint\.config\.mjs: not run: it is code, which needs your consent: /);
  expect(first).toContain(advice);
  expect(hasRun).toBe(false);
});

test.each([
  ["true", () => true],
  ["a folder around the project", () => [folder]],
])("%s is consent", async (_, option) => {
  expect(await open(option())).toEqual(["", true]);
});

test("so is the consent to a project that is remembered, unless the client says no", async () => {
  new TrustedProjects(env()).add(join(folder, "p"));
  expect((await open(false))[1]).toBe(false);
  expect(await open(undefined)).toEqual(["", true]);
});

test("without configurations nothing runs and nothing is missing", async () => {
  const [first, hasRun] = await open(true, { usesConfig: false });
  expect([first.startsWith("Configuration"), first === "", hasRun]).toEqual([false, false, false]);
});
