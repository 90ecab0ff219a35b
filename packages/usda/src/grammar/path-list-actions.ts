/** Lists of paths and names: targets, connections, inherits, variant sets, orders. */
import { isVariantName } from "../scan/identifiers.ts";
import * as pathReader from "../scan/path-reader.ts";
import { absolutePath, normalPath, stripVariantSelections, decodeUtf8 } from "@usdkit/layer";
import { decodeStringToken } from "../scan/strings.ts";
import { DictionaryActions } from "./dictionary-actions.ts";
import type { UsdaToken } from "./token-stream.ts";
import * as vocabulary from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { PathBit } = pathReader;
const { Word } = vocabulary;

/** What a list of paths is for, which decides which paths may stand in it. */
export const PathUse = { targets: 0, connections: 1, inherits: 2 } as const;

interface PathItem {
  start: number;
  end: number;
}

/** Lists of more paths than these leave nothing behind for the next. */
const KEPT_ITEMS = 256;

export abstract class PathListActions extends DictionaryActions {
  protected pathUse: number = PathUse.targets;
  /** A list operation's keyword stands before: the list must not be empty. */
  protected hasListOperation = false;

  /** The paths of the list, of which the first `pathCount` count: made once, and used again by the next list. */
  private pathItems: PathItem[] = [];
  private pathCount = 0;
  private nameItems: { start: number; end: number; text: string }[] = [];

  // Results, in the order of the text; filled where views read, and where items must be compared.
  protected foundPaths: readonly string[] = [];
  protected foundNames: readonly string[] = [];

  pathsBegin(): void {
    if (this.pathItems.length > KEPT_ITEMS) this.pathItems = [];
    this.pathCount = 0;
    this.foundPaths = [];
  }

  pathSingle(token: UsdaToken): void {
    this.valueStart = token.start;
    this.pathToken(token);
  }

  pathItem(token: UsdaToken): void {
    this.listItem(token);
    this.pathToken(token);
  }

  private pathToken(token: UsdaToken): void {
    this.valueEnd = token.end;
    const bits = this.paths.classify(this.bytes, token.start + 1, token.end - 1);
    const item = (this.pathItems[this.pathCount++] ??= { start: 0, end: 0 });
    item.start = token.start;
    item.end = token.end;
    if (bits === 0) this.badPath(token);
    else this.checkPathUse(token, bits);
  }

  private checkPathUse(token: UsdaToken, bits: number): void {
    if (this.pathUse === PathUse.inherits) {
      if ((bits & PathBit.prim) === 0 || (bits & PathBit.variantSelection) !== 0) {
        this.report(
          "USDA_PATH",
          `${this.quoteToken(token)} is no prim path: inherits and specializes take only those.`,
          token.start,
          token.end,
        );
        return;
      }
    } else if ((bits & (PathBit.empty | PathBit.variantSelection)) !== 0) {
      this.report("USDA_PATH", `${this.quoteToken(token)} cannot be a target.`, token.start, token.end);
      return;
    } else if (this.pathUse === PathUse.connections) {
      if ((bits & (PathBit.prim | PathBit.property)) === 0) {
        this.report("USDA_PATH", `${this.quoteToken(token)} is no prim or property path.`, token.start, token.end);
        return;
      }
    } else if ((bits & (PathBit.prim | PathBit.property)) === 0 && !this.isMapper(token, bits)) {
      this.report(
        "USDA_PATH",
        `${this.quoteToken(token)} is no prim, property or mapper path.`,
        token.start,
        token.end,
      );
      return;
    }
    if ((bits & PathBit.absolute) === 0) this.checkRelative(token);
  }

  private checkRelative(token: UsdaToken): void {
    const absolute = absolutePath(decodeUtf8(this.bytes, token.start + 1, token.end - 1), this.anchorPath());
    if (absolute === undefined || absolute === "/") {
      this.report("USDA_PATH", `${this.quoteToken(token)} leads above the root from here.`, token.start, token.end);
    } else if (this.pathUse !== PathUse.connections && absolute.includes("{")) {
      this.report(
        "USDA_PATH",
        `${this.quoteToken(token)} leads into a variant from here (to ${absolute}).`,
        token.start,
        token.end,
        { hint: "Write the absolute path without the variant selection." },
      );
    }
  }

  private isMapper(token: UsdaToken, bits: number): boolean {
    return (bits & PathBit.other) !== 0 && /\.mapper\[.*\]>$/.test(decodeUtf8(this.bytes, token.start, token.end));
  }

  /** `None` in place of a list. */
  listNone(token: UsdaToken): void {
    this.valueStart = token.start;
    this.valueEnd = token.end;
    if (token.name !== Word.None || token.hasArraySuffix) {
      this.fault("USDA_UNEXPECTED", token, `None or a list was expected, not ${this.quoteToken(token)}.`);
    }
  }

  override listOpen(token: UsdaToken, mayBeEmpty: boolean): void {
    this.valueStart = token.start;
    super.listOpen(token, mayBeEmpty);
  }

  override listClose(token: UsdaToken): void {
    this.valueEnd = token.end;
    super.listClose(token);
  }

  pathsEnd(): void {
    const count = this.pathCount;
    this.checkNotEmpty(count, "paths");
    if (!this.keep && count < 2) return;
    const items = this.pathItems.slice(0, count);
    const anchor = this.anchorPath();
    const found: string[] = [];
    for (const item of items) {
      const text = decodeUtf8(this.bytes, item.start + 1, item.end - 1);
      const absolute = absolutePath(normalPath(text), anchor) ?? "";
      found.push(this.pathUse === PathUse.connections ? stripVariantSelections(absolute) : absolute);
    }
    this.checkDuplicates(found, items);
    this.foundPaths = found;
  }

  /** An operation (`prepend x = …`) needs items. */
  protected checkNotEmpty(count: number, what: string): void {
    if (count === 0 && this.hasListOperation) {
      this.report(
        "USDA_LIST_OPERATION",
        `An empty list of ${what} is allowed only without add, append, delete, prepend or reorder.`,
        this.valueStart,
        this.valueEnd,
      );
    }
  }

  protected checkDuplicates(keys: readonly string[], items: readonly { start: number; end: number }[]): void {
    if (this.keep || keys.length < 2) return;
    const first = new Map<string, number>();
    keys.forEach((key, index) => {
      const before = first.get(key);
      if (before === undefined) {
        first.set(key, index);
        return;
      }
      this.reportDuplicate(items[index], items[before]);
    });
  }

  protected reportDuplicate(item: { start: number; end: number }, before: { start: number; end: number }): void {
    this.report("USDA_DUPLICATE_ITEM", `${this.quoteToken(item)} stands in the list twice.`, item.start, item.end, {
      related: [{ range: { start: before.start, end: before.end }, message: "the first is here" }],
    });
  }

  // Names.

  namesBegin(): void {
    if (this.nameItems.length > 0) this.nameItems = [];
  }

  nameSingle(token: UsdaToken): void {
    this.valueStart = token.start;
    this.nameToken(token);
  }

  nameItem(token: UsdaToken): void {
    this.listItem(token);
    this.nameToken(token);
  }

  private nameToken(token: UsdaToken): void {
    this.valueEnd = token.end;
    const text = decodeStringToken(this.bytes, token.start, token.end);
    this.nameItems.push({ start: token.start, end: token.end, text });
  }

  namesEnd(): void {
    this.foundNames = this.nameItems.map((item) => item.text);
  }

  /** Names of variant sets: their form, and none twice. */
  protected checkVariantSetNames(): void {
    for (const item of this.nameItems) {
      if (!isVariantName(item.text)) {
        this.report("USDA_NAME", `${this.quoteToken(item)} cannot name a variant set.`, item.start, item.end);
      }
    }
    this.checkDuplicates(this.foundNames, this.nameItems);
  }
}
