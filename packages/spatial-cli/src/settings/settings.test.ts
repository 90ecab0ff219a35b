import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { setUp, type Desk } from "../test-support/run-spatial.ts";

const NONE = { SPATIAL_BASE_URL: "", SPATIAL_API_KEY: "" };

/** Writes `usdkit/spatial.json` to the test's configuration folder. */
function profiles(desk: Desk, apiKey: object, more: object = {}): void {
  const work = { baseUrl: desk.service.baseUrl, apiKey };
  desk.file("usdkit/spatial.json", JSON.stringify({ default: "work", profiles: { work }, ...more }));
}

const list = (desk: Desk, env: Record<string, string> = {}, ...args: string[]) =>
  desk.run(["world", "list", "--json", ...args], { env: { ...NONE, ...env } });

describe("without an address or a key", () => {
  test("the command explains where to set them: 2", async () => {
    const desk = await setUp();
    const address = await list(desk);
    expect([address.code, address.stderr]).toEqual([2, expect.stringContaining("SPATIAL_BASE_URL")]);
    expect(address.stderr).toContain(join(desk.folder, "usdkit/spatial.json"));
    const key = await list(desk, { SPATIAL_BASE_URL: desk.service.baseUrl });
    expect([key.code, key.stderr]).toEqual([2, expect.stringContaining("SPATIAL_API_KEY")]);
    expect(desk.service.record.requests).toEqual([]);
  });

  test("flags take precedence", async () => {
    const desk = await setUp();
    const { baseUrl, apiKey } = desk.service;
    const env = { SPATIAL_BASE_URL: "http://127.0.0.1:1", SPATIAL_API_KEY: "another-key" };
    expect((await list(desk, env, "--base-url", baseUrl, "--api-key", apiKey)).code).toBe(0);
  });
});

describe("a wrong address", () => {
  test.each([
    ["localhost:8787", "expected https://host"],
    ["https://gateway.example/global/world/v1", "a path too many"],
    ["ftp://gateway.example", "begins with ftp:"],
    ["not a URL", "baseUrl is not a URL"],
  ])("%s: 2", async (url, message) => {
    const desk = await setUp();
    const { code, stderr } = await list(desk, { SPATIAL_BASE_URL: url, SPATIAL_API_KEY: "key-1" });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("https at an http port, and an unreachable address: 1", async () => {
    const desk = await setUp();
    const url = desk.service.baseUrl.replace("http:", "https:");
    const tls = await list(desk, { SPATIAL_BASE_URL: url, SPATIAL_API_KEY: "key-1" });
    expect([tls.code, tls.stderr]).toEqual([1, expect.stringContaining("TLS")]);
    await desk.service.goAway("gateway");
    const nobody = await desk.run(["world", "get", "w-1"]);
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining("could not be reached")]);
  });

  test("warns if a key is sent unencrypted", async () => {
    const desk = await setUp();
    // No server listens there; only the earlier warning matters.
    const env = { SPATIAL_BASE_URL: "http://192.0.2.1", SPATIAL_API_KEY: "key-1" };
    const { stderr } = await list(desk, env, "--timeout", "0.1");
    expect(stderr).toMatch(/^warning: The API key goes to http:\/\/192\.0\.2\.1 unencrypted/);
  });
});

describe("a profile", () => {
  test("reads the key from a variable, a file or a program", async () => {
    const desk = await setUp();
    const { apiKey } = desk.service;
    profiles(desk, { env: "WORK_KEY" });
    expect((await list(desk, { WORK_KEY: apiKey })).code).toBe(0);
    desk.file("usdkit/work.key", `${apiKey}\n`);
    profiles(desk, { file: "work.key" });
    expect((await list(desk)).code).toBe(0);
    profiles(desk, { command: [process.execPath, "-e", `console.log(${JSON.stringify(apiKey)})`] });
    expect((await list(desk)).code).toBe(0);
    expect(desk.service.record.violations).toEqual([]);
  });

  test("is selected by name", async () => {
    const desk = await setUp();
    const { baseUrl, apiKey } = desk.service;
    const other = { baseUrl, apiKey: { env: "OTHER_KEY" } };
    profiles(desk, { env: "WORK_KEY" }, { profiles: { other } });
    for (const run of [
      list(desk, { OTHER_KEY: apiKey }, "--profile", "other"),
      list(desk, { OTHER_KEY: apiKey, SPATIAL_PROFILE: "other" }),
    ]) {
      expect((await run).code).toBe(0);
    }
    const typo = await list(desk, {}, "--profile", "othre");
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining('Did you mean "other"?')]);
  });

  test("its key is sent to its own address only", async () => {
    const desk = await setUp();
    profiles(desk, { command: [process.execPath, "-e", "process.exit(9)"] });
    const { code, stderr } = await list(desk, {}, "--base-url", "http://127.0.0.1:1");
    expect([code, stderr]).toEqual([2, expect.stringContaining("Missing API key for this address")]);
  });

  test.each<[string, object, string]>([
    ["an empty variable", { env: "NOT_SET" }, "NOT_SET, which the profile names, is not set"],
    ["a missing file", { file: "none.key" }, "none.key: no such file"],
    ["a program that is missing", { command: ["no-such-program"] }, "no-such-program cannot be found"],
    ["a program that fails", { command: [process.execPath, "-e", "process.exit(3)"] }, "failed (3)"],
    ["a program that says nothing", { command: [process.execPath, "-e", ""] }, "printed nothing"],
    ["nothing", {}, "expected one of env, file and command"],
    ["two places", { env: "A", file: "b" }, "expected one of env, file and command"],
  ])("without a key: %s", async (_, apiKey, message) => {
    const desk = await setUp();
    profiles(desk, apiKey);
    const { code, stderr } = await list(desk);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(desk.service.record.requests).toEqual([]);
  });

  test("an invalid profile file is not quoted: it may be a key", async () => {
    const desk = await setUp();
    desk.file("usdkit/spatial.json", "key-of-mine.4711");
    const { code, stderr } = await list(desk);
    expect([code, stderr]).toEqual([2, expect.stringContaining("not valid JSON")]);
    expect(stderr).not.toContain("4711");
    profiles(desk, { env: "A" }, { apiKey: "key-of-mine.4711" });
    const unknown = await list(desk);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("spatial.json: $")]);
    expect(unknown.stderr).not.toContain("4711");
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)("one that may not be read: 2", async () => {
    const desk = await setUp();
    profiles(desk, { env: "A" });
    chmodSync(join(desk.folder, "usdkit/spatial.json"), 0);
    expect(await list(desk)).toMatchObject({ code: 2, stderr: expect.stringContaining("permission denied") as string });
  });
});

test("--verbose prints every attempt, without the key", async () => {
  const desk = await setUp();
  const { code, stderr } = await desk.run(["world", "list", "--verbose"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^worlds\.list POST \/global\/world\/v1\/list attempt 1: 200, accepted, \d+ ms\n$/);
  expect(stderr).not.toContain(desk.service.apiKey);
});
