#!/usr/bin/env node
import "@usdkit/command/process/check-node";
import { returnFreedMemory } from "./return-freed-memory.ts";
returnFreedMemory();
// Before anything else is loaded: Node keeps compiled code between runs, if it has a place for it.
process.getBuiltinModule("node:module").enableCompileCache();
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
