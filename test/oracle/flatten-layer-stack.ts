// Flattens the layer stacks of random scenes, and compares what the reference implementation composes of the one layer with what it
// composes of the scene.
//
//   node test/oracle/flatten-layer-stack.ts [--seeds N] [--from N] [--show] [--minimise]
//
// `theirs` counts the scenes that the layer of `UsdUtils.FlattenLayerStack` composes to. Scenes have no clips: one layer cannot hold
// values that are stronger than clips of another layer and weaker than those of a third. See `campaign.ts` for the options and the exit
// code.

import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pathResolver, Stage } from "@usdkit/usd";
import { printUsda } from "@usdkit/usda";
import { randomScene, type RandomScene } from "../composition/random-flatten-scene.ts";
import { campaignOptions, runCampaign, type Outcome } from "./campaign.ts";
import { firstDifference, hasSameNumbers } from "./compare-texts.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options } = parseArgs({ options: campaignOptions });

interface Answer {
  readonly refused?: boolean;
  readonly stage?: string;
  readonly ours?: string;
  readonly theirs?: string;
}

const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "flatten-layer-stack.py"),
  timeout: 10_000,
  env: { USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY: "1", PXR_WORK_THREAD_LIMIT: "1" },
});

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const counts = { same: 0, different: 0, theirs: 0 };

function withoutClips(seed: number): RandomScene {
  const { files, options: how } = randomScene(seed);
  const texts = [...files].map(
    ([name, text]) => [name, text.replace(/^( *)clips = \{\n[\s\S]*?^\1\}\n/gmu, "")] as const,
  );
  return { files: new Map(texts), options: how };
}

async function compare({ options: { session: name } }: RandomScene, folder: string): Promise<Outcome> {
  const root = join(folder, "root.usda");
  const session = name === undefined ? undefined : join(folder, name);
  const resolver = pathResolver({
    read: (path) => (isFile(path) ? readFileSync(path) : undefined),
    exists: existsSync,
  });
  const opened = await Stage.open(root, { resolver, session, load: "none" }).catch(() => undefined);
  if (opened === undefined) return { kind: "refused" };
  const merged = join(folder, "merged.usda");
  writeFileSync(merged, printUsda(opened.flattenLayerStack()));
  const answer = await worker.ask({ root, session, merged });
  if ("failed" in answer) return { kind: "failed" };
  const { stage, ours, theirs } = answer;
  if (stage === undefined || ours === undefined) return { kind: "refused" };
  // A sample that has nothing to compose over is written as an object of the library.
  if (stage.includes("VtBackgroundType")) return { kind: "failed" };
  const [expected, found] = [stage, ours].map(evaluated);
  if (expected === evaluated(theirs ?? "")) counts.theirs++;
  if (expected === found || hasSameNumbers(found, expected)) return { kind: "same" };
  return { kind: "different", detail: firstDifference(found, expected) };
}

/** The stage keeps expressions that lead to the same file from anywhere, and path expressions with variant selections. */
function evaluated(text: string): string {
  return text
    .replaceAll('@`"${NAME}.png"`@', "@picture.png@")
    .replaceAll('@`"${NONE}"`@', "@${NONE}@")
    .replaceAll(/\{v=\w\}(?=\w)/gu, "/")
    .replaceAll(/\{v=\w\}/gu, "");
}

await runCampaign({ name: "flatten-layer-stack", make: withoutClips, compare }, options, counts);
worker.close();
