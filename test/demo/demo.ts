// The main job on real scenes, through the commands themselves, from source: check them, look closely at one error, tidy a
// file, look at what a scene holds.

import { spawnSync } from "node:child_process";
import { relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const commands = resolve(root, "packages/usda-lint/src/bin");
const color = process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
const bold = (text: string): string => (color ? `\x1b[1m${text}\x1b[22m` : text);

heading("Check the scenes of test/scenes: half of them are broken on purpose");
run(1, "usda-lint", "--format", "concise", "test/scenes");

heading("The same for people: a place, what is wrong, what to do");
run(1, "usda-lint", "--format", "pretty", "test/scenes/room-with-splat.broken.usda");

heading("What the formatter would change: layout only, comments stay");
run(0, "usda", "fmt", "--diff", "test/scenes/compact.usda");

heading("What a scene holds");
run(0, "usda", "tree", "--properties", "test/scenes/room-with-splat.usda");

heading("The same as data: a digest of the content, or the reason why there is none");
run(
  0,
  "usda",
  "dump",
  "--digest",
  "test/scenes/two-chairs.usda",
  "test/scenes/crlf.usda",
  "test/scenes/crlf.broken.usda",
);

function heading(text: string): void {
  console.log(`\n${bold(text)}\n`);
}

/** Runs a command of ours and shows what it prints. Another exit code than the one expected fails the demo. */
function run(expected: number, command: "usda" | "usda-lint", ...args: string[]): void {
  console.log(`$ ${command} ${args.join(" ")}`);
  const file = relative(root, resolve(commands, `${command}.ts`));
  const flags = color ? ["--color"] : [];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [file, ...args, ...flags], {
    cwd: root,
    encoding: "utf8",
  });
  process.stdout.write(stdout + stderr);
  if (error !== undefined) throw error;
  if (status !== expected) {
    console.error(`exit code ${status}, not ${expected}`);
    process.exitCode = 1;
  }
}
