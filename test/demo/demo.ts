// Demonstrates the libraries and commands, from source: builds a scene, renders and streams it on the service; converts a model,
// composes, checks, edits and draws a stage; then prints and dumps scenes, checks them, shows one error, formats a file; builds
// another scene, patches its camera and edits its text.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { SceneError } from "../../packages/scene/src/index.ts";
import { renderOnService } from "./render-on-service.ts";
import { showStage } from "./show-stage.ts";
import { buildTwoChairs, changeTwoChairs, patchTwoChairs } from "./two-chairs.ts";

const root = resolve(import.meta.dirname, "../..");
const commands = resolve(root, "packages/usda-lint/src/bin");
const color = process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
const bold = (text: string): string => (color ? `\x1b[1m${text}\x1b[22m` : text);

const image = await renderOnService({ heading, fail });
const stageImage = join(dirname(image), "two-chairs.png");
showStage({ heading, run: runIn }, stageImage);

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

heading("Check the scenes of test/scenes: half of them are broken on purpose");
run(1, "usda-lint", "--format", "concise", "test/scenes");

heading("The same for people: a place, what is wrong, what to do");
run(1, "usda-lint", "--format", "pretty", "test/scenes/room-with-splat.broken.usda");

heading("What the formatter would change: layout only, comments stay");
run(0, "usda", "fmt", "--diff", "test/scenes/compact.usda");

heading("Build a scene call by call (test/demo/two-chairs.ts)");
const scene = buildTwoChairs();
process.stdout.write(scene.toUsda());

const folder = mkdtempSync(join(tmpdir(), "two-chairs-"));
try {
  heading("Check what was built");
  const file = join(folder, "two-chairs.usda");
  writeFileSync(file, scene.toBytes());
  run(0, "usda-lint", "--format", "concise", file);

  heading("The error of an invalid call: the scene is unchanged");
  try {
    scene.get("/World/Main", "Camera").clippingRange(1000, 0.1);
    fail("a wrong value was taken");
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    console.log(`${error.name}: ${error.message}`);
  }

  heading("Patch its camera, for a stream");
  const patch = patchTwoChairs(scene);
  process.stdout.write(patch.toUsda());
  if (patch.validate().length > 0) fail("the patch has findings");

  heading("Open its text and change it: what is not changed stays byte for byte");
  const after = join(folder, "after.usda");
  writeFileSync(after, changeTwoChairs(scene.toUsda()));
  run(0, "usda", "tree", after);
} finally {
  rmSync(folder, { recursive: true });
}

heading("The images of the stage and of the service");
console.log(stageImage);
console.log(image);

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

/** An argument as a shell takes it. */
function quoted(text: string): string {
  return /^[\w./:=@-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function heading(text: string): void {
  console.log(`\n${bold(text)}\n`);
}

/** Runs a command of ours in the repository's folder. */
function run(expected: number, command: "usda" | "usda-lint", ...args: string[]): void {
  runIn(expected, root, command, ...args);
}

/** Runs a command of ours in `cwd` and shows what it prints. An unexpected exit code fails the demo. */
function runIn(expected: number, cwd: string, command: "usda" | "usda-lint", ...args: string[]): void {
  console.log(`$ ${command} ${args.map(quoted).join(" ")}`);
  const file = resolve(commands, `${command}.ts`);
  const flags = color ? ["--color"] : [];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [file, ...args, ...flags], {
    cwd,
    encoding: "utf8",
  });
  process.stdout.write(stdout + stderr);
  if (error !== undefined) throw error;
  if (status !== expected) {
    console.error(`exit code ${status}, not ${expected}`);
    process.exitCode = 1;
  }
}
