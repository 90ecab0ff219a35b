/** Lists of paths: targets, connections, inherits, specializes. */
import { decodeUtf8 } from "@usdkit/base";
import { absolutePath, normalPath, stripVariantSelections } from "@usdkit/layer";
import { PathBit } from "../scan/path-reader.ts";
import type { CommaLists } from "./comma-lists.ts";
import type { ReadContext } from "./context.ts";
import type { FoundValue } from "./found-value.ts";
import type { Token } from "./token.ts";
import { Word } from "./words.ts";

/** The use of a list of paths, which determines the allowed paths. */
export const PathUse = { targets: 0, connections: 1, inherits: 2 } as const;

interface PathItem {
  start: number;
  end: number;
}

/** Items beyond this count are released before the next list. */
const MAX_KEPT_ITEMS = 256;

export class PathListReader {
  /** A `PathUse`. */
  use: number = PathUse.targets;

  private readonly context: ReadContext;
  private readonly lists: CommaLists;
  private readonly found: FoundValue;
  /** The paths of the list: the first `count`. The next list reuses the objects. */
  private items: PathItem[] = [];
  private count = 0;

  constructor(context: ReadContext, lists: CommaLists, found: FoundValue) {
    this.context = context;
    this.lists = lists;
    this.found = found;
  }

  begin(): void {
    if (this.items.length > MAX_KEPT_ITEMS) this.items = [];
    this.count = 0;
    this.found.paths = [];
  }

  single(token: Token): void {
    this.found.start = token.start;
    this.path(token);
  }

  item(token: Token): void {
    this.lists.item(token);
    this.path(token);
  }

  private path(token: Token): void {
    this.found.end = token.end;
    const bits = this.context.pathBits(token);
    const item = (this.items[this.count++] ??= { start: 0, end: 0 });
    item.start = token.start;
    item.end = token.end;
    if (bits === 0) this.context.badPath(token);
    else this.checkUse(token, bits);
  }

  private checkUse(token: Token, bits: number): void {
    const problem = this.useProblem(token, bits);
    if (problem !== undefined) this.context.report("USDA_PATH", token, `${this.context.quote(token)} ${problem}`);
    else if ((bits & PathBit.absolute) === 0) this.checkRelative(token);
  }

  private useProblem(token: Token, bits: number): string | undefined {
    if (this.use === PathUse.inherits) {
      const isPrim = (bits & PathBit.prim) !== 0 && (bits & PathBit.variantSelection) === 0;
      return isPrim ? undefined : "is not a prim path: inherits and specializes accept only prim paths.";
    }
    if ((bits & (PathBit.empty | PathBit.variantSelection)) !== 0) return "cannot be a target.";
    if ((bits & (PathBit.prim | PathBit.property)) !== 0) return undefined;
    if (this.use === PathUse.connections) return "is not a prim or property path.";
    return this.isMapper(token, bits) ? undefined : "is not a prim, property or mapper path.";
  }

  private checkRelative(token: Token): void {
    const { context } = this;
    const absolute = absolutePath(decodeUtf8(context.bytes, token.start + 1, token.end - 1), context.sink.anchorPath());
    if (absolute === undefined || absolute === "/") {
      context.report("USDA_PATH", token, `${context.quote(token)} leads above the root.`);
    } else if (this.use !== PathUse.connections && absolute.includes("{")) {
      context.report("USDA_PATH", token, `${context.quote(token)} leads into a variant (to ${absolute}).`, {
        hint: "Write the absolute path without the variant selection.",
      });
    }
  }

  private isMapper(token: Token, bits: number): boolean {
    const { bytes } = this.context;
    return (bits & PathBit.other) !== 0 && /\.mapper\[.*\]>$/.test(decodeUtf8(bytes, token.start, token.end));
  }

  /** `None` instead of a list. */
  none(token: Token): void {
    this.found.start = token.start;
    this.found.end = token.end;
    if (token.name !== Word.None) {
      this.context.fault("USDA_UNEXPECTED", token, `Expected \`None\` or a list, found ${this.context.quote(token)}.`);
    }
  }

  end(): void {
    const { context, count, found } = this;
    this.lists.checkNotEmpty(count, "paths");
    if (!context.builds && count < 2) return;
    const items = this.items.slice(0, count);
    const anchor = context.sink.anchorPath();
    const paths: string[] = [];
    for (const item of items) {
      const text = decodeUtf8(context.bytes, item.start + 1, item.end - 1);
      const absolute = absolutePath(normalPath(text), anchor) ?? "";
      paths.push(this.use === PathUse.connections ? stripVariantSelections(absolute) : absolute);
    }
    this.lists.checkDuplicates(paths, items);
    found.paths = paths;
  }
}
