/** Edits of stages, and the server for agents: milliseconds of processor or wall time, each against a fixed target. */
import { execFileSync, spawn } from "node:child_process";
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { once } from "node:events";
import { memoryResolver, Stage, StageValues } from "@usdkit/usd";
import { fileResolver, saveStage } from "@usdkit/usd/files";
import { shot } from "../generate/shot.ts";
import { installedFile } from "../installed.ts";
import { referencePython, repository } from "../paths.ts";
import { milliseconds } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "edit";

/** One value edited to the recomposed value and to the saved text; the server's start, and its overview of a shot. */
export async function edit(options: SuiteOptions): Promise<void> {
  const size = options.quick ? 10_000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), "usdkit-edit-bench-"));
  try {
    await editValues(options, size);
    await saveText(options, folder);
    await startServer(options, folder, size);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function row({ report }: SuiteOptions, line: { input: string; what: string; took: number; most: number }): void {
  const { input, what, took, most } = line;
  const verdict = { measured: milliseconds(took), target: `≤ ${most} ms`, met: took <= most };
  report({ suite, input, what, ...verdict, figures: { took } });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

async function editValues(options: SuiteOptions, size: number): Promise<void> {
  const { root, layers, meshes } = shot(size);
  const encoder = new TextEncoder();
  const files = new Map(Array.from(layers, ([path, text]) => [path, encoder.encode(text)]));
  const stage = await Stage.open(root, { resolver: memoryResolver(files), hasOwnSession: true });
  for (const path of stage.traverse()) if (path === "") throw new RangeError("no path");
  const [mesh = ""] = meshes;
  const path = `${mesh}.doubleSided`;
  const times: number[] = [];
  for (let round = 0; round < 41; round++) {
    const value = round % 2 === 0;
    const before = performance.now();
    await stage.edit({}, [{ op: "set", path, value }]);
    const found = new StageValues(stage).value(path).value;
    times.push(performance.now() - before);
    if (found?.kind !== "typed" || found.data !== value) throw new RangeError(`${path} has another value`);
  }
  row(options, {
    input: `shot of ${size.toLocaleString("en")} prims`,
    what: "one value, to the recomposed value",
    took: median(times.slice(1)),
    most: targets.edit.value,
  });
}

/** A prim with a hundred prims. */
function group(index: number): string {
  const sphere = (i: number): string =>
    `        def Sphere "S${i}"\n        {\n            # the radius\n            double radius = ${index + i}\n        }\n\n`;
  return `    def "G${index}"\n    {\n${Array.from({ length: 100 }, (_, i) => sphere(i)).join("")}    }\n\n`;
}

async function saveText(options: SuiteOptions, folder: string): Promise<void> {
  const file = join(folder, "layer.usda");
  const parts: string[] = [];
  for (let length = 0; length < 10_000_000; length += parts.at(-1)?.length ?? 0) parts.push(group(parts.length));
  const text = `#usda 1.0\n\ndef "A"\n{\n${parts.join("")}}\n`;
  writeFileSync(file, text);
  const stage = await Stage.open(file, { resolver: fileResolver(), hasOwnSession: true });
  const middle = parts.length >> 1;
  // The first rounds compile.
  const [warmUp, rounds] = [20, 60];
  const edited: number[] = [];
  const saved: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const before = performance.now();
    const { layers } = await stage.edit({}, [{ op: "set", path: `/A/G${middle}/S${round}.radius`, value: -round - 1 }]);
    const [layer] = layers;
    if (layer === undefined) throw new RangeError("nothing was edited");
    const { bytes } = layer.after;
    edited.push(performance.now() - before);
    if (bytes.length === 0) throw new RangeError("no text");
    saveStage(stage);
    saved.push(performance.now() - before);
    bare.push(bareSave(join(folder, "bare.usda"), bytes));
  }
  const input = "layer of 10 MB";
  row(options, { input, what: "one value, to the text", took: median(edited.slice(warmUp)), most: targets.edit.text });
  const what = "one value, to the saved file, with the wait for the disk";
  row(options, { input, what, took: median(saved.slice(warmUp)), most: targets.edit.text });
  const took = median(bare.slice(warmUp));
  const part = "of that: write, fsync and rename alone, of the same bytes";
  options.report({ suite, input, what: part, measured: milliseconds(took), figures: { took } });
}

/** Returns the milliseconds of a write of a new file with the wait for the disk and its rename: no save of these bytes takes less. */
function bareSave(file: string, bytes: Uint8Array): number {
  const before = performance.now();
  const descriptor = openSync(`${file}.new`, "w");
  writeFileSync(descriptor, bytes);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(`${file}.new`, file);
  return performance.now() - before;
}

/** Starts `usda mcp` as a client does, and asks for an overview as its first call. */
async function startServer(options: SuiteOptions, folder: string, size: number): Promise<void> {
  const { root, layers } = shot(size);
  for (const [name, text] of layers) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  // In the workspace, built packages find the sources of others: measured is what users install.
  const built = options.built ? installedFile("usda-lint", "dist/bin/usda.js") : undefined;
  if (options.built && built === undefined) throw new Error("Build the packages first: npx -y pnpm@12 build");
  const program = built ?? join(repository, "packages/usda-lint/src/bin/usda.ts");
  const starts: number[] = [];
  const overviews: number[] = [];
  const theirs: number[] = [];
  const python = referencePython();
  for (let round = 0; round < (options.quick ? 1 : 3); round++) {
    const begin = performance.now();
    const server = spawn(process.execPath, [program, "mcp", "--root", folder], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const answers = lines(server.stdout);
    const ask = async (message: Readonly<Record<string, unknown>>): Promise<string> => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
      const { value } = await answers.next();
      return value ?? "";
    };
    const clientInfo = { name: "bench", version: "1" };
    await ask({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
    starts.push(performance.now() - begin);
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    const before = performance.now();
    const answer = await ask({
      id: 2,
      method: "tools/call",
      params: { name: "usd_overview", arguments: { file: root } },
    });
    overviews.push(performance.now() - before);
    if (!answer.includes('"upAxis"')) throw new Error(answer.slice(0, 400));
    server.stdin.end();
    await once(server, "exit");
    if (python !== undefined) theirs.push(referenceOverview(python, join(folder, root)));
  }
  row(options, {
    input: "usda mcp",
    what: "start to first answer",
    took: Math.min(...starts),
    most: targets.edit.start,
  });
  row(options, {
    input: `shot of ${size.toLocaleString("en")} prims`,
    what: "usd_overview, first call",
    took: Math.min(...overviews),
    most: targets.edit.overview,
  });
  if (theirs.length === 0) return;
  const took = Math.min(...theirs);
  options.report({
    suite,
    input: `shot of ${size.toLocaleString("en")} prims`,
    what: "the same facts from usd-core, all its threads",
    measured: milliseconds(took),
    figures: { took },
  });
}

/** Returns the milliseconds that usd-core needs for the facts of the overview. */
function referenceOverview(python: string, root: string): number {
  return Number(execFileSync(python, [join(import.meta.dirname, "../peers/usd_core_overview.py"), root]));
}

async function* lines(stream: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let text = "";
  for await (const chunk of stream) {
    text += chunk.toString();
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
  }
  return undefined;
}
