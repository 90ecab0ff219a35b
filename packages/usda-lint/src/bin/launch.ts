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
import { fs, path } from "@usdkit/command/process/builtins";
import { EXIT_ERROR } from "@usdkit/command/process/exit-codes";
import type { main } from "./main.ts";

/** Defined by the build: the command, and the file of its code. The name of the file changes with its content. */
declare const COMMAND: "usda" | "usda-lint";
declare const BUNDLE: string;

/** Calls that load little. */
const SHORT_CALLS = new Set(["--version", "-V", "--help", "-h"]);

const DAY = 24 * 60 * 60 * 1000;

const { Module, createRequire, enableCompileCache, getCompileCacheDir } = process.getBuiltinModule("node:module");
const { Script } = process.getBuiltinModule("node:vm");

interface KeptCode {
  readonly code: Buffer;
  /** Replaced from time to time: the run that it comes from may have been an unusual one. */
  readonly isOld: boolean;
}

void launch(process.argv.slice(2));

async function launch(argv: readonly string[]): Promise<void> {
  // Also for what is loaded later, by Node itself.
  enableCompileCache();
  const cache = getCompileCacheDir();
  const store = cache === undefined ? undefined : path.join(cache, `${COMMAND}-${BUNDLE}.code`);
  const kept = store === undefined ? undefined : readKept(store);

  const file = path.join(import.meta.dirname, BUNDLE);
  const code = `(function(exports,require,module,__filename,__dirname){${fs.readFileSync(file, "utf8")}\n})`;
  const script = new Script(code, { filename: file, ...(kept && { cachedData: kept.code }) });
  await load(script.runInThisContext() as ModuleFunction, file).main(COMMAND, argv);

  const isCurrent = kept !== undefined && !kept.isOld && script.cachedDataRejected !== true;
  const isUsual = !argv.some((each) => SHORT_CALLS.has(each)) && process.exitCode !== EXIT_ERROR;
  if (store !== undefined && !isCurrent && isUsual) keep(store, script.createCachedData());
}

type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void;

/** Loads the bundle as Node loads a CommonJS module: chunks find it in the cache of `require`. */
function load(run: ModuleFunction, file: string): { main: typeof main } {
  const require = createRequire(file);
  const module = new Module(file);
  module.filename = file;
  module.loaded = true;
  require.cache[file] = module;
  run(module.exports, require, module, file, path.dirname(file));
  return module.exports as { main: typeof main };
}

/** Returns the code of an earlier run. It is stored twice, and both must agree: V8 itself would run damaged code. */
function readKept(store: string): KeptCode | undefined {
  try {
    const isOld = Date.now() - fs.statSync(store).mtimeMs > DAY;
    const bytes = fs.readFileSync(store);
    const half = bytes.length >> 1;
    const code = bytes.subarray(0, half);
    return half > 0 && code.equals(bytes.subarray(half)) ? { code, isOld } : undefined;
  } catch {
    return undefined;
  }
}

/** Saves code by temporary file and rename. Without room or permission, the next run compiles again. */
function keep(store: string, code: Buffer): void {
  const temporary = `${store}.${process.pid}`;
  try {
    fs.writeFileSync(temporary, Buffer.concat([code, code]), { mode: 0o600, flush: true });
    fs.renameSync(temporary, store);
  } catch {
    try {
      fs.rmSync(temporary, { force: true });
    } catch {
      // Left behind.
    }
  }
}
