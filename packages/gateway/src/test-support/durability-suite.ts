import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import type { Fleet } from "./fleets.ts";
import { killRounds } from "./kill-rounds.ts";
import { sendFromProcesses } from "./load.ts";

const canLookAtProcesses = existsSync(`/proc/${process.pid}/task/${process.pid}/children`);

/** Kills each service during its work a number of times. @param reason Why the suite is skipped. */
export function testDurability(
  name: string,
  rounds: number,
  start: (data: string) => Promise<Fleet>,
  reason: string | undefined = canLookAtProcesses ? undefined : "/proc does not tell the children of a process",
): void {
  if (reason !== undefined) console.log(`durability: ${name}: not tried: ${reason}`);
  test.skipIf(reason !== undefined)(
    `${name}: ${rounds} times killed in the middle of its work: nothing lost, nothing twice, nothing torn`,
    async () => {
      const data = mkdtempSync(join(tmpdir(), "usdkit-kill-"));
      const fleet = await start(data);
      try {
        // Each id twice concurrently, from several processes.
        const [processes, ids] = inject("deep") ? [3, 60] : [2, 15];
        const load = { urls: fleet.urls(), prefix: "same", ids, times: 2, atOnce: 4 };
        const { acceptances, statuses } = await sendFromProcesses(processes, load);
        const once = processes * ids;
        expect({ acceptances, statuses }).toEqual({ acceptances: { 1: once }, statuses: { 202: once, 409: once } });

        const report = await killRounds(fleet, data, rounds, "durability");
        expect(report).toMatchObject({ lost: 0, reasons: [], torn: 0, extraFiles: 0, acceptedTwice: 0 });
        expect(report.acknowledged).toBeGreaterThan(0);
      } finally {
        await fleet.stop();
        rmSync(data, { recursive: true, force: true });
      }
    },
    300_000,
  );
}
