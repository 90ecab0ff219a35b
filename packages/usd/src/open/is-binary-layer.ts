import { isCrate } from "@usdkit/usdc";
import { isPackage } from "@usdkit/usdz";

/** Returns whether the first bytes of a file are those of a crate or of a package; otherwise it is text. */
export function isBinaryLayer(bytes: Uint8Array): boolean {
  return isCrate(bytes) || isPackage(bytes);
}
