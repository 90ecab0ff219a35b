/**
 * USDC, the binary encoding of OpenUSD ("crate"): read and write. What a layer is, is `@usdkit/layer`.
 *
 * @packageDocumentation
 */
export { readUsdc } from "./read/read-usdc.ts";
export type { ReadUsdcOptions, ReadUsdcResult } from "./read/read-usdc.ts";
export { usdcParts, writeUsdc } from "./write/write-usdc.ts";
export type { WriteUsdcOptions } from "./write/write-usdc.ts";
export type { CratePart } from "./write/output.ts";
export { UsdcWriteError } from "./write/usdc-write-error.ts";
export { specOffset } from "./layer/views.ts";
export type { CrateDiagnostic, CrateDiagnosticCode } from "./bytes/crate-diagnostic.ts";
export { isCrate } from "@usdkit/base";
