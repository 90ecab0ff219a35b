// Sends each request id twice concurrently, from several processes, and counts how often each is accepted.
// With --database postgres, the two requests go to two API processes.
// node packages/gateway/scripts/same-ids.ts [--database sqlite|postgres] [--processes 8] [--ids 20000]

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgresFleet, startSqliteFleet } from "../src/test-support/fleets.ts";
import { sendFromProcesses } from "../src/test-support/load.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    processes: { type: "string", default: "8" },
    ids: { type: "string", default: "20000" },
  },
});
const data = mkdtempSync(join(tmpdir(), "usdkit-ids-"));
const { database } = values;
const fleet = await (database === "postgres"
  ? startPostgresFleet(data, { fsync: true, workers: 0 })
  : startSqliteFleet(data));
try {
  const ids = Number(values.ids);
  const load = { urls: fleet.urls(), prefix: "same", ids, times: 2, atOnce: 8 };
  const report = await sendFromProcesses(Number(values.processes), load);
  console.log(JSON.stringify({ database, processes: Number(values.processes), ids, ...report }));
  if (report.acceptances["1"] !== ids * Number(values.processes)) process.exitCode = 1;
} finally {
  await fleet.stop();
  rmSync(data, { recursive: true, force: true });
}
