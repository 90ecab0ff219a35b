// Stitches the layers of random scenes to value clips, and compares the layers with those of the reference implementation.
//
//   node test/oracle/stitch-clips.ts [--seeds N] [--from N] [--show] [--minimise]
//
// See `campaign.ts` for the options and the exit code.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { stitchClips, StitchClipsError } from "@usdkit/usd";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { Random } from "../bench/generate/random.ts";
import { randomScene } from "../composition/random-flatten-scene.ts";
import { campaignOptions, runCampaign, type Outcome, type RandomCase } from "./campaign.ts";
import { firstDifference } from "./compare-texts.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options } = parseArgs({ options: campaignOptions });

interface Answer {
  readonly refused?: boolean;
  readonly reason?: string;
  readonly ours?: readonly string[];
  readonly theirs?: readonly string[];
}

interface ClipsCase extends RandomCase {
  readonly clipPath: string;
  readonly isTemplate: boolean;
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "stitch-clips.py"),
  timeout: 20_000,
  env: { PXR_WORK_THREAD_LIMIT: "1" },
});

function make(seed: number): ClipsCase {
  const random = new Random(seed + 9_000_000);
  const { files } = randomScene(seed);
  const clipPath = random.pick(["/A", "/B", "/A/B", "/C"]);
  return { files, clipPath, isTemplate: random.pick([true, false]) };
}

async function compare({ files, clipPath, isTemplate }: ClipsCase, folder: string): Promise<Outcome> {
  const clips = [...files.keys()].filter((name) => name.endsWith(".usda"));
  const parsed = clips.map((name) => parseUsda(readFileSync(join(folder, name))));
  if (parsed.some(({ ok }) => !ok)) return { kind: "refused" };
  const template = { assetPath: "./clip.###.usda", startTimeCode: 1, endTimeCode: 4, stride: 1 };
  try {
    const { result, topology, manifest } = stitchClips(
      parsed.map(({ layer }, i) => ({ layer, assetPath: `./${clips[i]}` })),
      {
        clipPath,
        topologyPath: "./ours.topology.usd",
        manifestPath: "./ours.manifest.usd",
        template: isTemplate ? template : undefined,
      },
    );
    for (const [part, layer] of [
      ["", result] as const,
      [".topology", topology] as const,
      [".manifest", manifest] as const,
    ]) {
      // As a crate: the text parser of the reference takes a `prepend` of array edits for that of a later statement.
      writeFileSync(join(folder, `ours${part}.usd`), writeUsdc(layer));
    }
  } catch (error) {
    if (error instanceof StitchClipsError) return { kind: "without the prim" };
    throw error;
  }
  const answer = await worker.ask({ folder, clips, clipPath, template: isTemplate ? template : null });
  if ("failed" in answer) return { kind: "failed" };
  const { ours, theirs } = answer;
  if (ours === undefined || theirs === undefined) return { kind: "refused", detail: answer.reason };
  for (const [i, name] of ["result", "topology", "manifest"].entries()) {
    if (ours[i] !== theirs[i])
      return { kind: "different", detail: `${name}: ${firstDifference(ours[i] ?? "", theirs[i] ?? "")}` };
  }
  return { kind: "same" };
}

await runCampaign({ name: "stitch-clips", make, compare }, options);
worker.close();
