import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killRounds } from "./test-support/kill-rounds.ts";

const ROUNDS = 20;
const canLookAtProcesses = existsSync(`/proc/${process.pid}/task/${process.pid}/children`);
if (!canLookAtProcesses) console.log("durability: not tried, as /proc does not tell the children of a process");

test.skipIf(!canLookAtProcesses)(
  `${ROUNDS} times killed in the middle of its work: nothing lost, nothing twice, nothing torn`,
  async () => {
    const data = mkdtempSync(join(tmpdir(), "usdkit-kill-"));
    try {
      const report = await killRounds(data, ROUNDS, "durability");
      expect(report).toMatchObject({ lost: 0, reasons: [], torn: 0, extraFiles: 0, acceptedTwice: 0 });
      expect(report.acknowledged).toBeGreaterThan(0);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
  300_000,
);
