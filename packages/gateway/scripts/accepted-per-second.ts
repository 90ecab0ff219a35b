// Measures how many jobs per second are accepted from two client processes while workers render.
// With --database postgres, two API and two worker processes run at full durability.
// node packages/gateway/scripts/accepted-per-second.ts [--database sqlite|postgres] [--ids 5000] [--at-once 32]

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgresFleet, startSqliteFleet } from "../src/test-support/fleets.ts";
import { sendFromProcesses } from "../src/test-support/load.ts";

const CLIENTS = 2;

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    ids: { type: "string", default: "5000" },
    "at-once": { type: "string", default: "32" },
  },
});
const data = mkdtempSync(join(tmpdir(), "usdkit-accepted-"));
const fleet = await (values.database === "postgres"
  ? startPostgresFleet(data, { fsync: true })
  : startSqliteFleet(data));
try {
  const load = { urls: fleet.urls(), times: 1, atOnce: Number(values["at-once"]) };
  // Requests once, so that lazily loaded modules are loaded before the measurement.
  await sendFromProcesses(CLIENTS, { ...load, prefix: "warm", ids: 500 });
  const { statuses, seconds } = await sendFromProcesses(CLIENTS, { ...load, prefix: "count", ids: Number(values.ids) });
  const perSecond = Math.round((statuses["202"] ?? 0) / seconds);
  console.log(JSON.stringify({ database: values.database, clients: CLIENTS, statuses, seconds, perSecond }));
} finally {
  await fleet.stop();
  rmSync(data, { recursive: true, force: true });
}
