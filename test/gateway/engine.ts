// A program for `--engine-command`: it creates a world for any input.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { flowersPly } from "../demo/models.ts";

interface Job {
  readonly task: string;
  readonly files: readonly { readonly path: string }[];
  readonly output: string;
}

const { task, files, output } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Job;
console.log("a line that is no message");
for (const [i, { path }] of files.entries()) {
  readFileSync(path);
  console.log(JSON.stringify({ progress: (i + 1) / (files.length + 1) }));
}
if (task === "world-reconstruction") {
  writeFileSync(join(output, "world.ply"), flowersPly());
  console.log(JSON.stringify({ outputs: { ply: "world.ply" }, notes: [`of ${files.length} files`] }));
} else console.log(JSON.stringify({ error: `this engine makes no ${task}` }));
