/**
 * Every way through the client against every variant of the service, in process: what the specification leaves open must
 * not change what a caller gets (client-behaviour 3, 5, 9, 12, 15, 17 and 18).
 */
import { variants, type Variant } from "@usdkit/contract/variants";
import { describe, expect, test } from "vitest";
import { fault, outcome } from "@usdkit/test-service";
import { ModelBench } from "./test-support/model-bench.ts";
import { JOURNEYS } from "./test-support/journeys.ts";

/** Disks take real time: downloads are tried by the commands. */
const journeys = JOURNEYS.filter(({ name }) => name !== "download");

const JOBS = new Set(["render", "image"]);
const MODELS = new Set(["ingest", "image to 3D", "text to 3D", "material"]);
const CREATES = new Set([...JOBS, ...MODELS, "reconstruct", "generate", "stream"]);

/** The error that a journey ends with; undefined for a success. */
function expectedError({ effect }: Variant, journey: string): string | undefined {
  if (effect === "no-result" && JOBS.has(journey)) return "ResultMissingError";
  if (effect === "no-id" && CREATES.has(journey)) {
    // The second submission of a job is answered with 409.
    return JOBS.has(journey) ? "AcceptedIdUnknownError" : "OutcomeUnknownError";
  }
  return undefined;
}

describe.each([{ name: "no variant", effect: "same" } as Variant, ...variants])("$name", (variant) => {
  const chosen = variant.reply === undefined && variant.behaviour === undefined ? [] : [variant];

  test.each(journeys)("$name", async (journey) => {
    const bench = new ModelBench({ ...journey.service, variants: chosen });
    const run = await bench.run(journey);
    const error = run.error as Error | undefined;
    expect({ name: error?.name, message: error?.message }).toMatchObject({
      name: expectedError(variant, journey.name),
    });
    expect(run.wrong).toEqual([]);
    if (variant.effect !== "no-id") expect(bench.model.record.openSessions).toEqual([]);
  });

  test("single calls, and the list", async () => {
    const bench = new ModelBench({ variants: chosen, polls: 0 });
    const { client, model } = bench;
    const { worldId } = model.addWorld({ name: "Room" });
    const { error, value } = await bench.outcome(
      (async () => {
        const get = (): Promise<unknown> => client.worlds.get(worldId);
        const world = await get().catch(get);
        const found = await client.worlds.find({});
        return { world, found };
      })(),
    );
    expect(error).toBeUndefined();
    expect(value).toMatchObject({ world: { worldId, status: "SUCCEEDED" }, found: [{ worldId }] });
  });

  test.runIf(variant.effect === "same")("a failure is reported with its reason", async () => {
    const keepsReason = !variant.name.startsWith("optional-");
    for (const area of ["jobs", "worlds", "gen3d"] as const) {
      const bench = new ModelBench({ variants: chosen });
      const { client, model } = bench;
      model.script.outcome(area, outcome.fails({ code: 400, message: "too dark" }));
      const failing = {
        jobs: () => client.jobs.submit({ usdContent: bench.usdContent }).then((job) => job.result()),
        worlds: () => client.worlds.generate({ prompt: "a" }).then((world) => world.result()),
        gen3d: () => client.gen3d.textTo3d({ prompt: "a" }).then((task) => task.result()),
      }[area];
      const { error } = await bench.outcome<unknown>(failing());
      expect(error).toMatchObject({ name: "OperationFailedError", ...(keepsReason && { reason: "too dark" }) });
    }
  });
});

describe("a service that remembers rejected ids", () => {
  const remembering = variants.filter(({ name }) => name === "remembers-rejected");

  test("accepts the same id when the minute is over, and renders once", async () => {
    const bench = new ModelBench({ variants: remembering });
    const { client, model, clock } = bench;
    model.script.on("jobs.submit", [fault.tooMany()]);
    const start = clock.now();
    const waits: string[] = [];
    const submitting = client.jobs.submit(
      { usdContent: bench.usdContent, requestId: "r-1" },
      { onWait: ({ reason }) => waits.push(reason) },
    );
    expect((await bench.outcome(submitting)).error).toBeUndefined();
    expect(clock.now() - start).toBeGreaterThan(60_000);
    expect(waits).toHaveLength(1);
    expect([...model.record.renders]).toEqual([["r-1", 1]]);
  });
});
