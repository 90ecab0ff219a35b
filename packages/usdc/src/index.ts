/**
 * USDC, the binary encoding of OpenUSD ("crate"): read and write. What a layer is, is `@usdkit/layer`.
 *
 * @packageDocumentation
 */
export { readUsdc } from "./read/read-usdc.ts";
export type { ReadUsdcOptions, ReadUsdcResult } from "./read/read-usdc.ts";
export type { CrateDiagnostic, CrateDiagnosticCode } from "./diagnostics/types.ts";
export { isCrate } from "./structure/header.ts";
