// Kills the service, its workers or both repeatedly (200 times) under load, and prints what was lost.
// With --database postgres, two API and two worker processes share a PostgreSQL server, which is killed as well.
// node packages/gateway/scripts/kill-rounds.ts [ROUNDS] [SEED] [--database sqlite|postgres]

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgresFleet, startSqliteFleet } from "../src/test-support/fleets.ts";
import { killRounds } from "../src/test-support/kill-rounds.ts";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { database: { type: "string" } } });
const [rounds = "200", seed = String(Date.now())] = positionals;
const { database = "sqlite" } = values;
const data = mkdtempSync(join(tmpdir(), "usdkit-kill-"));
const fleet = await (database === "postgres" ? startPostgresFleet(data, { fsync: true }) : startSqliteFleet(data));
try {
  const report = await killRounds(fleet, data, Number(rounds), seed);
  console.log(JSON.stringify({ database, seed, ...report }));
  const { lost, torn, extraFiles, acceptedTwice } = report;
  if (lost + torn + extraFiles + acceptedTwice > 0) process.exitCode = 1;
} finally {
  await fleet.stop();
  rmSync(data, { recursive: true, force: true });
}
