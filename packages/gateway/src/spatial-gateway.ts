#!/usr/bin/env node
import "@usdkit/command/process/check-node";
// Before other modules are loaded: Node caches compiled code between runs, if it has a folder for it.
process.getBuiltinModule("node:module").enableCompileCache();
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
