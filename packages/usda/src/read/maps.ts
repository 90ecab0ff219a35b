/** Maps in metadata: prefix and suffix substitutions, relocates. */
import { decodeUtf8 } from "@usdkit/base";
import { absolutePath, type ByteRange } from "@usdkit/layer";
import { PathBit } from "../scan/path-reader.ts";
import { decodeStringToken } from "../scan/strings.ts";
import type { ReadContext } from "./context.ts";
import type { Token } from "./token.ts";

export class MapReader {
  /** The entries of the last map of strings, if values are built. */
  strings: Map<string, string> = new Map();
  /** Source and target of the last relocates, if values are built. */
  relocates: [string, string][] = [];
  /** Their ranges, from the source to the target. */
  relocateRanges: ByteRange[] = [];

  private readonly context: ReadContext;
  private key = "";
  private source = "";
  private sourceStart = 0;

  constructor(context: ReadContext) {
    this.context = context;
  }

  // `{ "key" : "value" }`.

  stringsBegin(): void {
    this.strings = new Map();
  }

  stringKey(token: Token): void {
    this.key = decodeStringToken(this.context.bytes, token.start, token.end);
  }

  stringValue(token: Token): void {
    const { builds, bytes } = this.context;
    if (builds) this.strings.set(this.key, decodeStringToken(bytes, token.start, token.end));
  }

  // `{ <from> : <to> }`.

  relocatesBegin(): void {
    this.relocates = [];
    this.relocateRanges = [];
  }

  relocateSource(token: Token): void {
    this.source = this.relocatePath(token, false);
    this.sourceStart = token.start;
  }

  relocateTarget(token: Token): void {
    const target = this.relocatePath(token, true);
    if (!this.context.builds) return;
    this.relocates.push([this.source, target]);
    this.relocateRanges.push({ start: this.sourceStart, end: token.end });
  }

  private relocatePath(token: Token, mayBeEmpty: boolean): string {
    const { context } = this;
    const bits = context.pathBits(token);
    if (bits === 0) context.badPath(token);
    else if ((bits & PathBit.empty) !== 0) {
      if (!mayBeEmpty) context.report("USDA_PATH", token, "A relocate needs a source path.");
    } else if ((bits & PathBit.prim) === 0 || (bits & PathBit.variantSelection) !== 0) {
      context.report("USDA_PATH", token, `${context.quote(token)} is not a prim path.`);
    }
    return absolutePath(decodeUtf8(context.bytes, token.start + 1, token.end - 1), "/") ?? "";
  }
}
