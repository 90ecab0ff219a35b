import type { Token } from "../../read/token.ts";
import { FLAG_ARRAY_SUFFIX, FLAG_COLON, FLAG_ESCAPE, FLAG_TRIPLE } from "../../scan/token-kinds.ts";

/** A pooled token for the rules and the readers: valid until eight more have been read. */
export class UsdaToken implements Token {
  tokenTypeIdx = 0;
  kind = 0;
  start = 0;
  end = 0;
  before = 0;
  name = 0;
  flags = 0;

  get hasArraySuffix(): boolean {
    return (this.flags & FLAG_ARRAY_SUFFIX) !== 0;
  }
  get hasColon(): boolean {
    return (this.flags & FLAG_COLON) !== 0;
  }
  get hasEscape(): boolean {
    return (this.flags & FLAG_ESCAPE) !== 0;
  }
  get isTriple(): boolean {
    return (this.flags & FLAG_TRIPLE) !== 0;
  }
}
