#!/usr/bin/env node
/**
 * Where the built commands begin; from source, `usda.ts` and `usda-lint.ts` do.
 *
 * V8 compiles a function when it is called first. Node's compile cache is made before anything is called, so it holds
 * next to none of them, and compiling took a third of a run on a small file. Here the compiled code is kept after a run,
 * when it holds what such a run calls, in the folder of Node's cache and under its rules: `NODE_COMPILE_CACHE` names
 * another folder, `NODE_DISABLE_COMPILE_CACHE=1` switches both off. Whatever is wrong with it, the command runs without.
 */
import { fs, path } from "@usdkit/command/process/builtins";
import { EXIT_ERROR } from "@usdkit/command/process/exit-codes";
import type { main } from "./main.ts";

/** Put in by the build: which command this is, and the file that has the code. Its name changes with what it holds. */
declare const COMMAND: "usda" | "usda-lint";
declare const BUNDLE: string;

const DAY = 24 * 60 * 60 * 1000;

const { Module, createRequire, enableCompileCache, getCompileCacheDir } = process.getBuiltinModule("node:module");
const { Script } = process.getBuiltinModule("node:vm");

interface KeptCode {
  readonly code: Buffer;
  /** Made anew from time to time: the run that it comes from may have been an unusual one. */
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
  const isUsual = !argv.includes("--version") && !argv.includes("--help") && process.exitCode !== EXIT_ERROR;
  if (store !== undefined && !isCurrent && isUsual) keep(store, script.createCachedData());
}

type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  dirname: string,
) => void;

/** As Node loads a CommonJS module. Chunks that need what the bundle holds find it where they look for it. */
function load(run: ModuleFunction, file: string): { main: typeof main } {
  const require = createRequire(file);
  const module = new Module(file);
  module.filename = file;
  module.loaded = true;
  require.cache[file] = module;
  run(module.exports, require, module, file, path.dirname(file));
  return module.exports as { main: typeof main };
}

/** The code that an earlier run kept. It stands there twice, and both must agree: V8 itself would run what was damaged. */
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

/** Written under another name first: no other run sees half of it. No room or no permission is no matter. */
function keep(store: string, code: Buffer): void {
  const temporary = `${store}.${process.pid}`;
  try {
    fs.writeFileSync(temporary, Buffer.concat([code, code]), { mode: 0o600, flush: true });
    fs.renameSync(temporary, store);
  } catch {
    try {
      fs.rmSync(temporary, { force: true });
    } catch {
      // It stays.
    }
  }
}
