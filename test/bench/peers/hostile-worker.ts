// Parses hostile inputs in a separate process; one `{ name, length }` per line, or `{ name: "meshes", length }` for a large file.

import { createInterface } from "node:readline";
import { hostileCases } from "../generate/hostile.ts";
import { meshes } from "../generate/meshes.ts";
import { cpuTime, memoryGrowth } from "./measure.ts";
import { importLibrary } from "./ours.ts";

function send(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

try {
  const { parseUsda } = await importLibrary(process.argv[2] ?? "source");
  send({ label: "@usdkit/usda" });
  for await (const line of createInterface({ input: process.stdin })) {
    const { name, length } = JSON.parse(line) as { name: string; length: number };
    try {
      if (name === "meshes") {
        const bytes = meshes(length);
        const start = performance.now();
        const growth = memoryGrowth({ open: () => (parseUsda(bytes).ok ? {} : { error: "not ok" }) }, { touch: false });
        send({ ...growth, wall: performance.now() - start });
        continue;
      }
      const entry = hostileCases.find((candidate) => candidate.name === name);
      if (entry === undefined) throw new Error(`no case is called "${name}"`);
      const bytes = entry.make(length);
      globalThis.gc?.();
      const startCpu = cpuTime();
      const start = performance.now();
      const { ok } = parseUsda(bytes, entry.deep === true ? { maxNesting: length + 10 } : {});
      const wall = performance.now() - start;
      const cpu = cpuTime() - startCpu;
      send(ok === entry.accepted ? { wall, cpu } : { error: ok ? "was accepted" : "was refused" });
    } catch (error) {
      send({ error: error instanceof Error ? error.message : String(error) });
    }
  }
} catch (error) {
  send({ error: error instanceof Error ? error.message : String(error) });
}
