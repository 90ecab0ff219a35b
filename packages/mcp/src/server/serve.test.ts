import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import type { McpOptions } from "./create-server.ts";
import { serve } from "./serve.ts";

function options(): McpOptions {
  const root = mkdtempSync(join(tmpdir(), "usdkit-serve-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "a.usda"), '#usda 1.0\n\ndef Xform "A"\n{\n}\n');
  return { roots: [root], version: "1", run: () => Promise.reject(new Error("no command is called")) };
}

test("answers until its input ends", async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const served = serve(options(), { stdin, stdout });
  const answers = stdout[Symbol.asyncIterator]();
  const ask = async (message: Readonly<Record<string, unknown>>): Promise<unknown> => {
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const { value } = (await answers.next()) as { value: Buffer };
    return JSON.parse(value.toString());
  };
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  expect(await ask({ id: 1, method: "initialize", params })).toMatchObject({
    id: 1,
    result: { serverInfo: { name: "usdkit" } },
  });
  // The first answer is followed by the load of what reads stages; calls do not wait for more than that.
  const call = { name: "usd_overview", arguments: { file: "a.usda" } };
  expect(await ask({ id: 2, method: "tools/call", params: call })).toMatchObject({
    id: 2,
    result: { structuredContent: { prims: 1 } },
  });
  stdin.end();
  await served;
});

test("a root that is no folder is an error before a client connects", async () => {
  const { roots, ...rest } = options();
  const served = serve({ ...rest, roots: [join(roots[0] ?? "", "none")] }, { stdin: new PassThrough() });
  await expect(served).rejects.toThrow("there is no such folder");
});
