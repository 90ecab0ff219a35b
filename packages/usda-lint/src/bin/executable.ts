/**
 * The entry point of the single executable file. It runs as `usda-lint` or `usda`, by the name of the file, or by its first
 * argument if the name is neither. Threads run the same code, which is an asset of the executable.
 */
import { path } from "@usdkit/command/process/builtins";
import { main } from "./main.ts";

const { isMainThread } = process.getBuiltinModule("node:worker_threads");
if (isMainThread) void run();
else void import("../jobs/lint-worker.ts");

async function run(): Promise<void> {
  const file = path.basename(process.execPath).toLowerCase();
  const args = process.argv.slice(2);
  const [first = ""] = args;
  if (/^usda-?lint/.test(file)) await main("usda-lint", args);
  else if (/^usda(?:\W|$)/.test(file)) await main("usda", args);
  else if (first === "usda" || first === "usda-lint") await main(first, args.slice(1));
  else {
    process.stderr.write(`${file}: Name this file "usda" or "usda-lint", or give one of these names first\n`);
    process.exitCode = 2;
  }
}
