/** Streams whose host sends nothing for a long time, with time that advances when no request is pending. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { InProcessHost } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { deskInProcess } from "../test-support/run-in-process.ts";
import { SCENES } from "../test-support/run-spatial.ts";

const FILES = ["frame-000001.jpg", "frame-000002.jpg"];

interface Outcome {
  readonly code: number | null;
  readonly result: unknown;
  readonly files: readonly string[];
  /** Lines about lost connections. */
  readonly losses: readonly string[];
}

/** Runs `spatial stream` for ten minutes with a host that sends two frames. */
async function stream(host: InProcessHost, ...flags: readonly string[]): Promise<Outcome> {
  const desk = deskInProcess({ polls: 0, queue: 0 }, { frames: 2, ...host });
  const scene = join(SCENES, "two-chairs.usda");
  const args = ["stream", scene, "-o", "out", "--duration", "600", "--no-validate", "--json", ...flags];
  const { code, stdout, stderr } = await desk.run(args);
  expect(desk.model.record.openSessions).toEqual([]);
  return {
    code,
    result: JSON.parse(stdout),
    files: readdirSync(join(desk.folder, "out")),
    losses: stderr.split("\n").filter((line) => line.includes("connection was lost")),
  };
}

describe("spatial stream with a host that sends nothing", () => {
  test("keeps its connection as long as pings are answered", async () => {
    const { losses, files, ...rest } = await stream({});
    expect([losses, files]).toEqual([[], FILES]);
    expect(rest).toMatchObject({ code: 0, result: { frames: 2, received: 2, dropped: 0 } });
  });

  test("connects again after an unanswered ping, and saves no frame twice", async () => {
    const { losses, files, code, result } = await stream({ pongs: 0 }, "--idle-timeout", "120");
    expect(losses.length).toBeGreaterThan(3);
    expect(losses.length).toBeLessThan(6);
    expect([code, files]).toEqual([0, FILES]);
    expect(result).toMatchObject({ frames: 2, received: 2, dropped: 0 });
  });

  test("goes on if a reconnect is refused with 1003", async () => {
    const { losses, code, files } = await stream({ pongs: 5, codes: ["0", "1003", "1003", "1003", "1003", "0"] });
    expect(losses.length).toBeGreaterThan(0);
    expect([code, files]).toEqual([0, FILES]);
  });
});
