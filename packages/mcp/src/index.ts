/**
 * A Model Context Protocol server for OpenUSD scenes.
 *
 * @packageDocumentation
 */
export { createServer } from "./server/create-server.ts";
export type { McpOptions } from "./server/create-server.ts";
export { serve } from "./server/serve.ts";
export type { McpStreams } from "./server/serve.ts";
export type { CommandCall, CommandResult } from "./tools/tool.ts";
