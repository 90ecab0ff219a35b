/** `usda index` on a library of small layers: all of it, nothing new, one change; and its memory. */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { targets } from "../targets.ts";
import { peakKilobytes } from "./peak-memory.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "library";
const { library: target } = targets;
const root = resolve(import.meta.dirname, "../../..");
/** Bytes of a layer, and layers of a folder. */
const SIZE = 4096;
const FOLDER = 1000;

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
  readonly added: number;
  readonly changed: number;
}

export async function library({ quick, built, report }: SuiteOptions): Promise<void> {
  const count = quick ? 10_000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), "usdkit-bench-library-"));
  try {
    const files = join(folder, "files");
    for (let i = 0; i < count; i++) {
      const place = join(files, String(Math.floor(i / FOLDER)));
      if (i % FOLDER === 0) mkdirSync(place, { recursive: true });
      writeFileSync(join(place, `${i}.usda`), layer(i));
    }
    const command = join(root, built ? "packages/usda-lint/dist/bin/usda.js" : "packages/usda-lint/src/bin/usda.ts");
    const run = (...flags: string[]): Run => index(command, files, join(folder, "library.sqlite"), flags);
    const input = `${count.toLocaleString("en")} files of 4 KB`;
    const scale = count / 100_000;
    const all = run();
    if (all.added !== count) throw new Error(`expected ${count} files, found ${all.added}`);
    const row = (what: string, measured: number, most: number): void =>
      report({
        suite,
        input,
        what,
        measured: `${measured.toFixed(2)} s`,
        target: `≤ ${most} s`,
        met: measured <= most,
      });
    row("index of all", all.seconds, target.all * scale);
    // Their times are settled then.
    run();
    row("nothing new", run().seconds, target.update);
    appendFileSync(join(files, "0/0.usda"), "# changed\n");
    const one = run();
    if (one.changed !== 1) throw new Error(`expected a change, found ${one.changed}`);
    row("one change", one.seconds, target.update);
    const { megabytes } = all;
    report({
      suite,
      input,
      what: "memory of the process",
      measured: `${megabytes.toFixed(0)} MB`,
      target: `≤ ${target.memory} MB`,
      met: megabytes <= target.memory,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The time is that of the whole process, its memory the most that it had. */
function index(command: string, files: string, database: string, flags: readonly string[]): Run {
  const measure = `process.on("exit", () => writeFileSync(process.env.PEAK, String(${peakKilobytes})))`;
  const peak = `${database}.peak`;
  const preload = `data:text/javascript,import { readFileSync, writeFileSync } from "node:fs"; ${measure}`;
  const args = ["--import", preload, command, "index", files, "-o", database, "--json", ...flags];
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, PEAK: peak },
  });
  const time = (performance.now() - begin) / 1000;
  if (status !== 0) throw new Error(stderr);
  const { added, changed } = JSON.parse(stdout) as Pick<Run, "added" | "changed">;
  return { seconds: time, megabytes: Number(readFileSync(peak, "utf8")) / 1024, added, changed };
}

function layer(i: number): string {
  let text = `#usda 1.0\n(\n    defaultPrim = "Chair"\n    metersPerUnit = 0.01\n    upAxis = "Y"\n)\n\ndef Xform "Chair" (\n    kind = "component"\n)\n{\n    asset look = @../tex/${i % 50}.png@\n`;
  for (let j = 0; text.length < SIZE - 450; j++) {
    text += `    def Mesh "Part_${j}"\n    {\n        float3[] extent = [(-1, 0, -1), (1, ${j + (i % 7)}, 1)]\n        int[] faceVertexCounts = [3]\n        int[] faceVertexIndices = [0, 1, 2]\n        point3f[] points = [(-1, 0, -1), (1, ${j}, 1), (0, 0, 1)]\n        double3 xformOp:translate = (${i}, 0, ${j})\n        uniform token[] xformOpOrder = ["xformOp:translate"]\n    }\n`;
  }
  return `${text}}\n`;
}
