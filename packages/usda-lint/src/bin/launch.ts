#!/usr/bin/env node
/**
 * The entry point of the built commands; from source, `usda.ts` and `usda-lint.ts` are.
 *
 * V8 compiles a function when it is first called. Node's compile cache is made before any call, so it contains almost none
 * of them, and compiling took a third of a run on a small file. Here the compiled code is saved after a run, with the
 * functions that were called, in the folder of Node's cache and under its rules: `NODE_COMPILE_CACHE` names another folder,
 * `NODE_DISABLE_COMPILE_CACHE=1` disables both. If it is damaged or missing, the command runs without it.
 */
import "@usdkit/command/process/check-node";
import { path } from "@usdkit/command/process/builtins";
import { EXIT_ERROR } from "@usdkit/command/process/exit-codes";
import { Bundle } from "./bundle.ts";
import type * as EveryRun from "./every-run.ts";

/** Defined by the build: the command, and the file of its code. The name of the file changes with its content. */
declare const COMMAND: "usda" | "usda-lint";
declare const BUNDLE: string;

/** Calls that load little. */
const SHORT_CALLS = new Set(["--version", "-V", "--help", "-h"]);
/** Milliseconds of a run in which saving code takes no part that counts. */
const LONG = 2000;

const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule("node:module");

void launch(process.argv.slice(2));

async function launch(argv: readonly string[]): Promise<void> {
  // Also for what Node itself loads later.
  enableCompileCache();
  const start = performance.now();
  const bundle = new Bundle(getCompileCacheDir(), COMMAND);
  const { main, withInitialV8Flags } = bundle.load(path.join(import.meta.dirname, BUNDLE)) as typeof EveryRun;
  await main(COMMAND, argv);
  const isUsual = !argv.some((each) => SHORT_CALLS.has(each)) && process.exitCode !== EXIT_ERROR;
  if (isUsual) withInitialV8Flags(() => bundle.keep(performance.now() - start > LONG));
}
