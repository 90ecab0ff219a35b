/** Dictionaries: `{ type key = value … }`. */
import type { DictionaryValue, Value } from "@usdkit/layer";
import { decodeStringToken } from "../../scan/strings.ts";
import { BEFORE_LINE_END, FLAG_ARRAY_SUFFIX, TokenKind } from "../../scan/token-kinds.ts";
import type { HeadWord } from "../../scan/head-words.ts";
import type { ReadContext } from "../context.ts";
import { Fault, unclosedFault } from "../fault.ts";
import type { FoundValue } from "../found-value.ts";
import type { StatementLists } from "../statements.ts";
import { Pending } from "../statements.ts";
import type { Token } from "../token.ts";
import { valueTypeOf, Word } from "../words.ts";
import { ValuePlace } from "./values.ts";
import type { ValueReader } from "./values.ts";

const ENTRY_FORM = "Expected a dictionary entry: `type name = value`.";

interface OpenDictionary {
  readonly start: number;
  readonly entries: Map<string, Value> | undefined;
  /** The key in the outer dictionary. */
  readonly key: string;
}

/** The readers of a dictionary's parts. */
interface Parts {
  readonly statements: StatementLists;
  readonly values: ValueReader;
  readonly found: FoundValue;
}

export class DictionaryReader {
  /** The last dictionary, if values are built. */
  dictionary: DictionaryValue | undefined;
  /** The next `{` may be on its own line (custom data of a knot). */
  mayStartLine = false;

  private readonly context: ReadContext;
  private readonly statements: StatementLists;
  private readonly values: ValueReader;
  private readonly found: FoundValue;

  /** Open dictionaries, outermost first. */
  private readonly open: OpenDictionary[] = [];
  private readonly bases: number[] = [];
  private readonly entryType: HeadWord = { name: 0, start: 0, end: 0, flags: 0 };
  private entryHasKey = false;
  private entryKey: string | undefined;
  private entryIsDictionary = false;

  constructor(context: ReadContext, { statements, values, found }: Parts) {
    this.context = context;
    this.statements = statements;
    this.values = values;
    this.found = found;
  }

  reset(): void {
    this.open.length = 0;
    this.bases.length = 0;
  }

  begin(): void {
    this.bases.push(this.open.length);
    this.entryIsDictionary = true;
    this.entryKey = "";
  }

  isInside(): boolean {
    return this.open.length > this.bases[this.bases.length - 1];
  }

  brace(token: Token): void {
    const { context } = this;
    const isInner = this.isInside();
    if (isInner && !this.entryIsDictionary) {
      context.fault("USDA_VALUE_TYPE", token, "An inner dictionary needs the type `dictionary` before its name.");
    }
    if ((token.before & BEFORE_LINE_END) !== 0 && !this.mayStartLine) context.sameLine(token, "`{`");
    this.mayStartLine = false;
    if (this.open.length >= context.maxNesting) {
      context.fault("USDA_LIMIT_NESTING", token, `Dictionaries are nested deeper than ${context.maxNesting}.`);
    }
    if (!isInner) this.found.start = token.start;
    const entries = context.builds ? new Map<string, Value>() : undefined;
    this.open.push({ start: token.start, entries, key: this.entryKey ?? "" });
    this.statements.open();
  }

  /** `type key`, or `type` before a quoted key. */
  words(token: Token): void {
    const { context } = this;
    const { words, wordCount } = context.scanner;
    this.statements.requireSeparator(token);
    if (token.kind === TokenKind.headWord && wordCount > 2) {
      context.fault("USDA_UNEXPECTED", { ...words[2], kind: TokenKind.identifier }, ENTRY_FORM);
    }
    const type = words[0];
    this.entryType.name = type.name;
    this.entryType.start = type.start;
    this.entryType.end = type.end;
    this.entryType.flags = type.flags;
    this.entryHasKey = wordCount === 2;
    if (!this.entryHasKey) return;
    const key = words[1];
    if (key.flags !== 0) {
      const message = "A key with characters other than letters, digits and `_` must be quoted.";
      context.fault("USDA_NAME", { ...key, kind: token.kind }, message);
    }
    this.entryKey = context.names.text(key.name);
  }

  key(token: Token): void {
    this.context.spaced(token, "the key");
    if (this.entryHasKey) this.context.fault("USDA_UNEXPECTED", token, ENTRY_FORM);
    this.entryKey = decodeStringToken(this.context.bytes, token.start, token.end);
    this.entryHasKey = true;
  }

  /** The part before `=` is complete. */
  entryHead(): void {
    const { context, values } = this;
    if (!this.entryHasKey) context.fault("USDA_UNEXPECTED", context.tokens.peek(), ENTRY_FORM);
    const { name, flags } = this.entryType;
    this.entryIsDictionary = name === Word.dictionary && flags === 0;
    this.found.hasValue = false;
    if (this.entryIsDictionary) return;
    const type = valueTypeOf(name);
    const isArray = (flags & FLAG_ARRAY_SUFFIX) !== 0;
    if (type === undefined || (isArray && !type.hasArray)) {
      const message = `${context.quote(this.entryType)} is not a type for dictionary entries.`;
      context.report("USDA_TYPE_UNKNOWN", this.entryType, message);
      values.type = undefined;
      values.isArray = false;
      return;
    }
    values.type = type;
    values.isArray = isArray;
  }

  assignment(token: Token): void {
    this.context.sameLine(token, "`=`");
    const { values } = this;
    if (!this.entryIsDictionary) values.expect(values.type, values.isArray, ValuePlace.dictionary);
  }

  /** After an entry's value, or after the brace that opens a dictionary as its value. */
  entryDone(): void {
    const { found } = this;
    if (this.entryIsDictionary && this.statements.state === Pending.nothing && !found.hasValue) return;
    if (this.entryIsDictionary) {
      this.context.report("USDA_VALUE_TYPE", found, "Expected `{ … }` for an entry of type `dictionary`.");
    }
    if (found.value !== undefined) this.open[this.open.length - 1].entries?.set(this.entryKey ?? "", found.value);
    this.statements.itemDone();
  }

  close(token: Token): void {
    const closed = this.open.pop();
    this.statements.close();
    if (closed === undefined) return;
    this.found.end = token.end;
    const { entries, start, key } = closed;
    const value: DictionaryValue | undefined =
      entries === undefined ? undefined : { kind: "dictionary", entries, range: { start, end: token.end } };
    if (!this.isInside()) {
      this.found.start = start;
      this.dictionary = value;
      return;
    }
    if (value !== undefined) this.open[this.open.length - 1].entries?.set(key, value);
    this.statements.itemDone();
  }

  end(): void {
    if (!this.isInside()) {
      this.bases.pop();
      return;
    }
    const { start } = this.open[this.open.length - 1];
    const found = this.context.tokens.peek();
    const { kind } = found;
    if (kind === TokenKind.rightParenthesis || kind === TokenKind.specifier || kind === TokenKind.endOfFile) {
      throw unclosedFault(TokenKind.leftBrace, start, found);
    }
    throw new Fault("USDA_UNEXPECTED", found, "`}`", {
      message: `Expected an entry (\`type name = value\`) or \`}\`, found ${this.context.quote(found)}.`,
      related: [{ range: { start, end: start + 1 }, message: "`{` is here" }],
    });
  }
}
