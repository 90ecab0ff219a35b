/** Every fault of HTTP at every endpoint of an upload: the file is there as it is, or an error says what happened. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fault, outcome, TEST_KEY, type Fault } from "@usdkit/client/test-service";
import { describe, expect, test } from "vitest";
import { systemClock, type Clock } from "../clock/clock.ts";
import { SpatialError } from "../errors/errors.ts";
import { matrixShare } from "../test-support/matrix-share.ts";
import { noise, rejection, uploadSite, type UploadSite } from "../test-support/uploads.ts";
import type { UploadedAsset } from "./run-upload.ts";

const BLOCK = 4096;
/** Waits with jitter are over at once; those of a fixed length are kept. */
const impatient: Clock = { ...systemClock, random: () => 0 };

/** Time goes so many times as fast. */
function hurried(factor: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * factor,
    random: () => 0,
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / factor, signal),
  };
}

const faults: readonly (readonly [string, () => Fault])[] = [
  ["latency", () => fault.latency(20)],
  ["a reset before", () => fault.resetBefore()],
  ["a reset after", () => fault.resetAfter()],
  ["a hang-up", () => fault.hangUp()],
  ["a body cut", () => fault.cutBody()],
  ["a body cut by a reset", () => fault.cutBody("reset")],
  ["a stall", () => fault.stall()],
  ["silence", () => fault.silence()],
  ["a deaf host", () => fault.deaf()],
  ["truncated JSON", () => fault.truncatedJson()],
  ["429", () => fault.tooMany()],
  ["429 with Retry-After in seconds", () => fault.tooMany(0)],
  ["429 with Retry-After as a date", () => fault.tooMany({ dateIn: 0 })],
  ["500 after acceptance", () => fault.failsAfter(500)],
  ["502 after acceptance", () => fault.failsAfter(502)],
  ["500", () => fault.failsBefore(500)],
  ["503", () => fault.failsBefore(503)],
  ["504", () => fault.failsBefore(504)],
  ["401", () => fault.unauthorized()],
  ["an answer byte by byte", () => fault.drip(8, 1)],
  ["bytes that are no HTTP", () => fault.noise()],
];
/** Answers that are wrong in the same way every time: not repeated where nothing was sent yet. */
const misfits: readonly (readonly [string, () => Fault])[] = [
  ["an answer without its id", () => fault.withoutId()],
  ["a page", () => fault.html()],
  ["a redirect", () => fault.redirect()],
];
const refusals: readonly (readonly [string, () => Fault])[] = [
  ["c that is not 0", () => fault.envelopeError()],
  ["an error that echoes the token", () => fault.echo()],
];

interface Way {
  readonly blocks: number;
  readonly endpoints: readonly string[];
}
const ways: Readonly<Record<string, Way>> = {
  whole: { blocks: 1, endpoints: ["assets.token", "assets.uploadSingle", "assets.uploadStatus"] },
  "in parts": {
    blocks: 5,
    endpoints: ["assets.token", "assets.uploadInit", "assets.uploadPart", "assets.uploadStatus"],
  },
};
const cases = Object.entries(ways).flatMap(([way, { blocks, endpoints }]) =>
  endpoints.map((endpoint) => [way, endpoint, blocks] as const),
);

async function begin(site: UploadSite, blocks: number): Promise<{ bytes: Uint8Array; upload: Promise<UploadedAsset> }> {
  const bytes = noise(blocks * BLOCK - 7);
  const path = join(site.folder, "a.bin");
  await writeFile(path, bytes);
  return { bytes, upload: site.assets.upload(path) };
}

async function expectThere(site: UploadSite, blocks: number): Promise<void> {
  const { bytes, upload } = await begin(site, blocks);
  const { url } = await upload;
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
  expect(site.service.script.left).toEqual([]);
  expect(site.service.record.violations).toEqual([]);
}

async function expectError(site: UploadSite, blocks: number, name?: string): Promise<void> {
  const { upload } = await begin(site, blocks);
  const error = await rejection(upload);
  expect(error).toBeInstanceOf(SpatialError);
  if (name !== undefined) expect(error).toMatchObject({ name });
  const { script, record } = site.service;
  expect(script.left).toEqual([]);
  // A host that does not read cannot see that a part was given up; and a timer may be a millisecond early, which is 20 here.
  const isDeaf = record.requests.some((request) => request.fault === "deaf");
  const spared = isDeaf ? /in flight/ : /status polled/;
  expect(record.violations.filter((violation) => !spared.test(violation))).toEqual([]);
  // Nothing goes on behind the caller's back, but for what was on its way to a host.
  await systemClock.sleep(30);
  const count = record.requests.length;
  await systemClock.sleep(30);
  expect(record.requests).toHaveLength(count);
  const shown = JSON.stringify([error, String(error), (error as Error).stack, (error as Error).cause]);
  expect(shown).not.toContain(TEST_KEY);
  expect(shown).not.toContain("ous-token");
}

const quick = { clock: impatient, timeout: { attempt: 300 } };

describe.each(cases)("a file %s, %s", (way, endpoint, blocks) => {
  const row = cases.findIndex(([name, id]) => name === way && id === endpoint);
  test.concurrent.each(matrixShare(faults, row))("%s once: the file is there", async (_, make) => {
    await using site = await uploadSite({ blockSize: BLOCK }, quick);
    site.service.script.on(endpoint, [make()]).outcome("uploads", outcome.succeeds(), outcome.succeeds());
    await expectThere(site, blocks);
  });

  test.concurrent.each(refusals)("%s once", async (_, make) => {
    await using site = await uploadSite({ blockSize: BLOCK }, quick);
    site.service.script.on(endpoint, [make()]).outcome("uploads", outcome.succeeds(), outcome.succeeds());
    // The gateway says 400, which will be the same again, or what has no token at all; the upload host's codes mean nothing.
    if (endpoint === "assets.token") await expectError(site, blocks);
    else await expectThere(site, blocks);
  });

  test.concurrent.each(misfits)("%s once", async (_, make) => {
    await using site = await uploadSite({ blockSize: BLOCK }, quick);
    site.service.script.on(endpoint, [make()]).outcome("uploads", outcome.succeeds(), outcome.succeeds());
    if (endpoint === "assets.uploadPart" || endpoint === "assets.uploadStatus") await expectThere(site, blocks);
    else await expectError(site, blocks, "ProtocolError");
  });

  const repeated = [...faults.filter(([name]) => !/latency|byte by byte/.test(name)), ...misfits, ...refusals];
  test.concurrent.each(matrixShare(repeated, row + 3))(
    "%s always: an error says so, or the file is there, and nothing goes on",
    async (_, make) => {
      const client =
        endpoint === "assets.uploadStatus"
          ? { clock: hurried(20), timeout: { attempt: 3000 } }
          : { clock: impatient, timeout: { attempt: 100 } };
      await using site = await uploadSite({ blockSize: BLOCK, now: () => client.clock.now() }, client);
      const taken = make();
      site.service.script.always(endpoint, taken);
      // Parts that land are not sent again, although no answer says that they did.
      if (endpoint === "assets.uploadPart" && taken.lands) await expectThere(site, blocks);
      else await expectError(site, blocks, endpoint === "assets.uploadStatus" ? "OutcomeUnknownError" : undefined);
    },
  );
});
