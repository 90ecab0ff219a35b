import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { KEY, startGatewayProcess } from "./gateway-process.ts";
import { openSlowConnections } from "./slow-connections.ts";

const COUNT = 200;

test("slow connections keep nobody out, and those that never end a head are ended", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-slow-"));
  try {
    await using gateway = await startGatewayProcess(folder);
    using slow = await openSlowConnections(gateway.url, KEY, { count: COUNT, again: false });
    expect(slow.open).toBe(COUNT);
    const headers = { authorization: KEY, "content-type": "application/json" };
    const list = `${gateway.url}/global/world/v1/list`;
    for (let i = 0; i < 50; i++) {
      const reply = await fetch(list, { method: "POST", headers, body: "{}" });
      expect(reply.status).toBe(200);
    }
    while (slow.ended < COUNT / 2) await new Promise((resolve) => setTimeout(resolve, 200));
    expect(slow.open).toBe(COUNT / 2);
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
