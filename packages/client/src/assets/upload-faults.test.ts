// Campaign: Every fault of HTTP at every endpoint of an upload

/**
 * Every HTTP fault at every endpoint of an upload: the file arrives byte for byte, or an error describes the failure.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fault, outcome, TEST_KEY, type Fault } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { SpatialError } from "../errors/errors.ts";
import { matrixShare } from "../test-support/matrix-share.ts";
import { noise, timedSite, type TimedSite } from "../test-support/uploads.ts";
import type { UploadedAsset } from "./run-upload.ts";

const BLOCK = 4096;

async function startSite(): Promise<TimedSite> {
  const site = await timedSite({ blockSize: BLOCK });
  site.service.script.outcome("uploads", outcome.succeeds(), outcome.succeeds());
  return site;
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
/** Invalid answers that stay the same: not repeated if nothing was sent yet. */
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

interface UploadOutcome {
  readonly bytes: Uint8Array;
  readonly value?: UploadedAsset;
  readonly error?: unknown;
}

async function upload({ folder, clock, service, assets }: TimedSite, blocks: number): Promise<UploadOutcome> {
  const bytes = noise(blocks * BLOCK - 7);
  const path = join(folder, "a.bin");
  await writeFile(path, bytes);
  return { bytes, ...(await clock.outcomeOf(service.record, assets.upload(path))) };
}

async function expectThere(site: TimedSite, blocks: number): Promise<void> {
  const { bytes, value, error } = await upload(site, blocks);
  expect(error).toBeUndefined();
  expect(Buffer.from(await (await fetch(value?.url ?? "")).arrayBuffer()).equals(bytes)).toBe(true);
  expect(site.service.script.left).toEqual([]);
  expect(site.service.record.violations).toEqual([]);
}

async function expectError(site: TimedSite, blocks: number, name?: string): Promise<void> {
  const { error } = await upload(site, blocks);
  expect(error).toBeInstanceOf(SpatialError);
  if (name !== undefined) expect(error).toMatchObject({ name });
  const { script, record } = site.service;
  expect(script.left).toEqual([]);
  // A host that does not read cannot see that a part was aborted.
  const isDeaf = record.requests.some((request) => request.fault === "deaf");
  expect(record.violations.filter((violation) => !isDeaf || !/in flight/.test(violation))).toEqual([]);
  // No activity after the error.
  const count = record.requests.length;
  await site.clock.advance(3_600_000);
  expect(record.requests).toHaveLength(count);
  const shown = JSON.stringify([error, String(error), (error as Error).stack, (error as Error).cause]);
  expect(shown).not.toContain(TEST_KEY);
  expect(shown).not.toContain("ous-token");
}

describe.each(cases)("a file %s, %s", (way, endpoint, blocks) => {
  const row = cases.findIndex(([name, id]) => name === way && id === endpoint);
  test.concurrent.each(matrixShare(faults, row))("%s once: the file is there", async (_, make) => {
    await using site = await startSite();
    site.service.script.on(endpoint, [make()]);
    await expectThere(site, blocks);
  });

  test.concurrent.each(refusals)("%s once", async (_, make) => {
    await using site = await startSite();
    site.service.script.on(endpoint, [make()]);
    // A 400 of the gateway, or a credential without a token, would be the same again; codes of the upload host are not defined.
    if (endpoint === "assets.token") await expectError(site, blocks);
    else await expectThere(site, blocks);
  });

  test.concurrent.each(misfits)("%s once", async (_, make) => {
    await using site = await startSite();
    site.service.script.on(endpoint, [make()]);
    if (endpoint === "assets.uploadPart" || endpoint === "assets.uploadStatus") await expectThere(site, blocks);
    else await expectError(site, blocks, "ProtocolError");
  });

  const repeated = [...faults.filter(([name]) => !/latency|byte by byte/.test(name)), ...misfits, ...refusals];
  test.concurrent.each(matrixShare(repeated, row + 3))(
    "%s always: an error says so, or the file is there, and nothing goes on",
    async (_, make) => {
      await using site = await startSite();
      const taken = make();
      site.service.script.always(endpoint, taken);
      // Parts that arrived are not sent again, although no response confirmed them.
      if (endpoint === "assets.uploadPart" && taken.lands) await expectThere(site, blocks);
      else await expectError(site, blocks, endpoint === "assets.uploadStatus" ? "OutcomeUnknownError" : undefined);
    },
  );
});
