import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const module = pathToFileURL(`${import.meta.dirname}/check-node.ts`).href;

function importIn(version: string): { status: number | null; stdout: string; stderr: string } {
  const code = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
    import(${JSON.stringify(module)}).then(() => console.log("goes on"));`;
  return spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
}

test.each(["20.20.2", "22.11.0", "18.0.0"])("Node %s is rejected before anything else", (version) => {
  expect(importIn(version)).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^Node 22\.12 or later is required, this is v[\d.]+\n$/) as string,
  });
});

test.each(["22.12.0", "24.0.0", "30.1.2"])("Node %s is not", (version) => {
  expect(importIn(version)).toMatchObject({ status: 0, stdout: "goes on\n", stderr: "" });
});
