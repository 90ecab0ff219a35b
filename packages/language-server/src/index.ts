/**
 * A language server (LSP 3.17) for OpenUSD text scenes, over any connection: `usda-language-server --stdio` for editors, and
 * {@link serve} for a worker of a browser.
 *
 * @packageDocumentation
 */
export { serve } from "./server/serve.ts";
export type { ServeOptions } from "./server/serve.ts";
export type { ComposedFindings, ComposedOpinion, ComposedValue, Composition } from "./host/composition.ts";
export { memoryHost } from "./host/memory-host.ts";
export type { MemoryHostOptions } from "./host/memory-host.ts";
export type { DocumentSettings, FileStatus, Host, Workspace } from "./host/host.ts";
