/**
 * Modules that every run on a file needs. The built commands have them in one file: each further file costs a third of a
 * millisecond. Other modules are loaded when they are used.
 */
export { main } from "./main.ts";
export { withInitialV8Flags } from "@usdkit/command/process/v8-flags";
export { lint } from "../commands/lint.ts";
export { concise } from "../reporters/concise.ts";
export { pretty } from "../reporters/pretty.ts";
