/** The kernel that finds tokens, if it is enabled: bundles without it are 3 KB smaller. */
import type { NameTable } from "../name-table.ts";
import type { TokenKernel } from "./token-kernel.ts";

type TokenSource = (bytes: Uint8Array, names: NameTable) => TokenKernel | undefined;

let source: TokenSource | undefined;

/** Sets the source of kernels for all texts that are parsed later. */
export function setTokenSource(made: TokenSource | undefined): void {
  source = made;
}

/** Returns the kernel at the start of a text; undefined if the scanner must read all of it. */
export function tokenKernelFor(bytes: Uint8Array, names: NameTable): TokenKernel | undefined {
  return source?.(bytes, names);
}
