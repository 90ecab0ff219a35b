/** Whole uploads in virtual time, through the real transport, with faults by chance: the same for the same seed. */
import { expect, inject, test } from "vitest";
import { OutcomeUnknownError, SpatialError } from "../errors/errors.ts";
import { memorySource } from "../test-support/memory-source.ts";
import { seededRandom } from "../test-support/random.ts";
import { SimulatedUploadHost } from "../test-support/simulated-upload-host.ts";
import { noise } from "../test-support/uploads.ts";
import { VirtualClock } from "../test-support/virtual-clock.ts";
import { createTransport } from "../transport/create-transport.ts";
import { readSettings } from "../transport/read-settings.ts";
import { runUpload } from "./run-upload.ts";

const SEEDS = inject("deep") ? 2000 : 100;
const KEY = "key-of-a-simulation";

interface End {
  readonly kind: "done" | "unknown" | "failed";
  readonly hours: number;
}

async function simulate(seed: number): Promise<End> {
  const random = seededRandom(seed);
  const clock = new VirtualClock(random);
  const blockSize = 1 + Math.floor(random() * 40);
  const bytes = noise(1 + Math.floor(random() * 300), seed);
  const trouble = [0, 0.1, 0.3, 0.6][seed % 4] ?? 0;
  const host = new SimulatedUploadHost({ clock, random, blockSize, trouble, key: KEY });
  const settings = readSettings({ baseUrl: "https://gateway.example", apiKey: KEY, fetch: host.fetch, clock });
  const source = memorySource(bytes, 1 + Math.floor(random() * 50));
  const subject = { source, name: "a.bin", size: bytes.length, md5: await source.digest() };
  const stop = new AbortController();
  const isStopped = random() < 0.1;
  if (isStopped) clock.after(random() * 20_000, () => stop.abort(new Error("stopped")));
  const start = clock.now();
  const run = runUpload({ transport: createTransport(settings, KEY), subject, signal: stop.signal });
  const ended = await clock.run(
    run.then(
      (asset) => ({ asset, error: undefined }),
      (error: unknown) => ({ asset: undefined, error }),
    ),
  );
  const hours = (clock.now() - start) / 3_600_000;
  expect(host.violations).toEqual([]);
  expect(host.inFlight).toBe(0);
  expect(host.tokensIssued).toBeLessThanOrEqual(trouble === 0 ? 1 : 40);
  const { asset, error } = ended;
  if (asset !== undefined) {
    expect(host.file(asset.url)?.equals(bytes)).toBe(true);
    return { kind: "done", hours };
  }
  if (isStopped && !(error instanceof SpatialError)) expect(error).toEqual(new Error("stopped"));
  else expect(error).toBeInstanceOf(SpatialError);
  expect(trouble > 0 || isStopped).toBe(true);
  return { kind: error instanceof OutcomeUnknownError ? "unknown" : "failed", hours };
}

test(`${SEEDS} uploads keep every rule, and what is done is there byte for byte`, async () => {
  const ends: End[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    try {
      ends.push(await simulate(seed));
    } catch (error) {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
    }
  }
  const count = (kind: End["kind"]): number => ends.filter((end) => end.kind === kind).length;
  // Every end is reached, so that each was tried; and most uploads get there through one fault in ten.
  expect(count("unknown")).toBeGreaterThan(0);
  expect(count("failed")).toBeGreaterThan(0);
  expect(count("done")).toBeGreaterThan(SEEDS / 2);
  expect(Math.max(...ends.map(({ hours }) => hours))).toBeLessThan(24);
});
