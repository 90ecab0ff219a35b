import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { priorities, WorkerDied, WorkerProcess } from "./worker-process.ts";

// A process with another `nice` value cannot lower it for others.
test.skipIf(process.platform === "win32" || getPriority() !== 0)(
  "sessions go before jobs, and both behind the service",
  async () => {
    const [job, session] = [await WorkerProcess.start(), await WorkerProcess.start({ priority: priorities.session })];
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

test.skipIf(process.platform === "win32")("a process that is stopped counts as dead", async () => {
  const worker = await WorkerProcess.start({ silence: 1500 });
  try {
    const request = { kind: "inspect", path: "/nowhere/file" } as const;
    // It has started once it responds.
    await expect(worker.ask(request)).rejects.toThrow("ENOENT");
    process.kill(worker.pid ?? 0, "SIGSTOP");
    await expect(worker.ask(request)).rejects.toThrow(WorkerDied);
    expect(worker.isAlive).toBe(false);
  } finally {
    worker.kill();
    await worker.died;
  }
});
