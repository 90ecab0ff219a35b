// Campaign in CI: 400 concurrent slow connections, with the command's timeout for headers

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGateway } from "@usdkit/gateway";
import { expect, inject, test } from "vitest";
import { openSlowConnections } from "./slow-connections.ts";

const KEY = "key-of-ada";
/** Connections, milliseconds that a head may take, and between two bytes of each connection. */
const [COUNT, HEAD_TIMEOUT, PAUSE] = inject("deep") ? [400, 10_000, 500] : [40, 1000, 100];

test("slow connections do not block callers, and those that never complete a header are closed", async () => {
  const data = mkdtempSync(join(tmpdir(), "usdkit-slow-"));
  try {
    await using gateway = await startGateway({ data, apiKeys: new Map([[KEY, "ada"]]), headTimeout: HEAD_TIMEOUT });
    using slow = await openSlowConnections(gateway.url, KEY, { count: COUNT, again: false, pause: PAUSE });
    // On a busy machine the first may be closed already.
    expect(slow.open + slow.ended).toBe(COUNT);
    const headers = { authorization: KEY, "content-type": "application/json" };
    const list = `${gateway.url}/global/world/v1/list`;
    for (let i = 0; i < 20; i++) {
      const reply = await fetch(list, { method: "POST", headers, body: "{}" });
      expect(reply.status).toBe(200);
    }
    while (slow.ended < COUNT / 2) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(slow.open).toBe(COUNT / 2);
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
