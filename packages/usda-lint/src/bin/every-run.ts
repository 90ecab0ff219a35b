/**
 * What a run on a file needs, whatever else it does. The built commands have all of it in one file: each further one
 * costs a third of a millisecond. What is missing here still works; it is loaded when it is called for.
 */
export { main } from "./main.ts";
export { lint } from "../commands/lint.ts";
export { concise } from "../reporters/concise.ts";
export { pretty } from "../reporters/pretty.ts";
