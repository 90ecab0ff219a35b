import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";

/** Returns a generator of the crates of the texts that `generate` makes; `size` stays that of the text. */
export function crateOf(generate: (size: number) => Buffer): (size: number) => Buffer {
  return (size) => Buffer.from(writeUsdc(parseUsda(generate(size)).layer));
}
