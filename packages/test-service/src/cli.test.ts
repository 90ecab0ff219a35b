/** The service in a process of its own: what it prints, what goes wrong, what it writes at the end. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startFromArguments } from "./service/start-from-arguments.ts";

const CLI = join(import.meta.dirname, "cli.ts");

test("listens, goes wrong as its flags say, and writes the record at the end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "test-service-"));
  const record = join(folder, "record.json");
  const flags = ["--key", "k=ann", "--fault", "renderFormat=tooMany:7", "--always", "worlds.list=failsBefore:502"];
  const more = ["--outcome", "jobs=fails", "--socket", "handshake;code:0;frames:3;reset", "--frame-size", "500"];
  const child = spawn(process.execPath, [CLI, ...flags, ...more, "--record", record]);
  try {
    let printed = "";
    while (!printed.includes("SPATIAL_API_KEY")) {
      printed += await new Promise<string>((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk))));
    }
    expect(printed).toMatch(/^listening on (\S+)\nSPATIAL_BASE_URL=\1\nSPATIAL_API_KEY=k\n$/);
    const url = /SPATIAL_BASE_URL=(.*)/.exec(printed)?.[1];
    const first = await fetch(`${url}/global/rendercloud/v1/openusd-format`);
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "7"]);
    expect((await fetch(`${url}/global/rendercloud/v1/openusd-format`)).status).toBe(200);
    const list = { method: "POST", headers: { authorization: "k", "content-type": "application/json" }, body: "{}" };
    for (let n = 0; n < 2; n++) expect((await fetch(`${url}/global/world/v1/list`, list)).status).toBe(502);
    const code = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    expect(await code).toBe(0);
    expect(JSON.parse(readFileSync(record, "utf8"))).toMatchObject({
      requests: [{ fault: "429-retry-after" }, { fault: "ok" }, { fault: "502" }, { fault: "502" }],
    });
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});

test("options that do not exist end with 2", () => {
  const { status, stderr } = spawnSync(process.execPath, [CLI, "--colour", "red"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringContaining("Unknown option")]);
});

test.each([
  [["--fault", "jobs.submit=explode"], "no fault explode; there are "],
  [["--fault", "jobs.sumbit=ok"], "no endpoint jobs.sumbit; there are "],
  [["--fault", "jobs.submit"], "expected NAME=WHAT"],
  [["--outcome", "films=fails"], "no area films"],
  [["--socket", "handshake;dance"], "no step dance"],
])("%j is rejected", async (flags, message) => {
  await expect(startFromArguments(flags)).rejects.toThrow(message);
});
