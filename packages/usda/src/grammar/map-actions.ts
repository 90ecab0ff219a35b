/** Maps in metadata: prefix and suffix substitutions, relocates. */
import { PathBit } from "../scan/path-reader.ts";
import { absolutePath, decodeUtf8 } from "@usdkit/layer";
import { decodeStringToken } from "../scan/strings.ts";
import { ArcActions } from "./arc-actions.ts";
import type { UsdaToken } from "./token-stream.ts";

export abstract class MapActions extends ArcActions {
  private mapKey = "";
  private mapEntries: Map<string, string> = new Map();
  private relocateSource = "";
  private relocatePairs: [string, string][] = [];

  // Results, in the order of the text; filled where views read.
  protected foundStringMap: ReadonlyMap<string, string> = new Map();
  protected foundRelocates: readonly (readonly [string, string])[] = [];

  // `{ "key" : "value" }`.

  stringMapBegin(): void {
    this.mapEntries = new Map();
  }

  stringMapKey(token: UsdaToken): void {
    this.mapKey = decodeStringToken(this.bytes, token.start, token.end);
  }

  stringMapValue(token: UsdaToken): void {
    if (this.keep) this.mapEntries.set(this.mapKey, decodeStringToken(this.bytes, token.start, token.end));
  }

  stringMapEnd(): void {
    this.foundStringMap = this.mapEntries;
  }

  // Relocates.

  relocatesBegin(): void {
    this.relocatePairs = [];
  }

  relocatesSource(token: UsdaToken): void {
    this.relocateSource = this.relocatePath(token, false);
  }

  relocatesTarget(token: UsdaToken): void {
    const target = this.relocatePath(token, true);
    if (this.keep) this.relocatePairs.push([this.relocateSource, target]);
  }

  private relocatePath(token: UsdaToken, mayBeEmpty: boolean): string {
    const bits = this.paths.classify(this.bytes, token.start + 1, token.end - 1);
    if (bits === 0) this.badPath(token);
    else if ((bits & PathBit.empty) !== 0) {
      if (!mayBeEmpty) this.report("USDA_PATH", "A relocate needs a source path.", token.start, token.end);
    } else if ((bits & PathBit.prim) === 0 || (bits & PathBit.variantSelection) !== 0) {
      this.report("USDA_PATH", `${this.quoteToken(token)} is no prim path.`, token.start, token.end);
    }
    return absolutePath(decodeUtf8(this.bytes, token.start + 1, token.end - 1), "/") ?? "";
  }

  relocatesEnd(): void {
    this.foundRelocates = this.relocatePairs;
  }
}
