import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { priorities, WorkerProcess } from "./worker-process.ts";

// One that is not at 0 itself may not give others a better place.
test.skipIf(process.platform === "win32" || getPriority() !== 0)(
  "sessions go before jobs, and both behind the service",
  async () => {
    const [job, session] = [await WorkerProcess.start(), await WorkerProcess.start(priorities.session)];
    try {
      expect(priorities.session).toBeGreaterThan(0);
      expect(priorities.session).toBeLessThan(priorities.job);
      expect(getPriority(job.pid ?? 0)).toBe(priorities.job);
      expect(getPriority(session.pid ?? 0)).toBe(priorities.session);
    } finally {
      for (const worker of [job, session]) worker.kill();
      await Promise.all([job.died, session.died]);
    }
  },
);
