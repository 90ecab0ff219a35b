// Kills the service, its workers or both, so many times (200), under load, and prints what was lost: nothing, one hopes.
// node packages/gateway/scripts/kill-rounds.ts [ROUNDS] [SEED]

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killRounds } from "../src/test-support/kill-rounds.ts";

const [rounds = "200", seed = String(Date.now())] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), "usdkit-kill-"));
try {
  const report = await killRounds(data, Number(rounds), seed);
  console.log(JSON.stringify({ seed, ...report }));
  const { lost, torn, extraFiles, acceptedTwice } = report;
  if (lost + torn + extraFiles + acceptedTwice > 0) process.exitCode = 1;
} finally {
  rmSync(data, { recursive: true, force: true });
}
