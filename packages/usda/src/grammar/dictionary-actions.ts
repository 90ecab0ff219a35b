/** Dictionaries: `{ type key = value … }`. */
import type { DictionaryValue, Value } from "@usdkit/layer";
import type { HeadWord } from "../scan/head-scanner.ts";
import { decodeStringToken } from "../scan/strings.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import * as base from "./actions-base.ts";
import { BracketActions } from "./bracket-actions.ts";
import { Fault, unclosedFault } from "./fault.ts";
import type { UsdaToken } from "./token-stream.ts";
import * as valueActions from "./value-actions.ts";
import { valueTypeOf } from "./words.ts";
import * as vocabulary from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { BEFORE_LINE_END, FLAG_ARRAY_SUFFIX, TokenKind } = tokenKinds;
const { Pending } = base;
const { ValuePlace } = valueActions;
const { Word } = vocabulary;

const ENTRY_FORM = "A dictionary entry is `type name = value`.";

interface OpenDictionary {
  readonly start: number;
  readonly entries: Map<string, Value> | undefined;
  /** The key in the dictionary around this one. */
  readonly key: string;
}

export abstract class DictionaryActions extends BracketActions {
  // Dictionaries that are open, outermost first.
  private readonly dictionaries: OpenDictionary[] = [];
  private dictionaryBase: number[] = [];
  private readonly entryType: HeadWord = { name: 0, start: 0, end: 0, flags: 0 };
  private entryHasKey = false;
  private entryKey: string | undefined;
  private entryIsDictionary = false;
  /** The next `{` may stand on a line of its own (custom data of a knot). */
  protected dictionaryMayStartLine = false;
  protected dictionary: DictionaryValue | undefined;

  protected override resetValues(): void {
    super.resetValues();
    this.dictionaries.length = 0;
    this.dictionaryBase.length = 0;
  }

  dictionaryBegin(): void {
    this.dictionaryBase.push(this.dictionaries.length);
    this.entryIsDictionary = true;
    this.entryKey = "";
  }

  isInsideDictionary(): boolean {
    return this.dictionaries.length > this.dictionaryBase[this.dictionaryBase.length - 1];
  }

  dictionaryOpen(token: UsdaToken): void {
    const isInner = this.isInsideDictionary();
    if (isInner && !this.entryIsDictionary) {
      this.fault("USDA_VALUE_TYPE", token, "A dictionary needs the type `dictionary` before its name.");
    }
    if ((token.before & BEFORE_LINE_END) !== 0 && !this.dictionaryMayStartLine) this.sameLine(token, "`{`");
    this.dictionaryMayStartLine = false;
    if (this.dictionaries.length >= this.maxNesting) {
      this.fault("USDA_LIMIT_NESTING", token, `Dictionaries are nested deeper than ${this.maxNesting}.`);
    }
    if (!isInner) this.valueStart = token.start;
    this.dictionaries.push({
      start: token.start,
      entries: this.builds ? new Map() : undefined,
      key: this.entryKey ?? "",
    });
    this.openStatements();
  }

  /** `type key`, or `type` before a quoted key. */
  dictionaryWords(token: UsdaToken): void {
    const { words, wordCount } = this.scanner;
    this.requireSeparator(token);
    if (token.kind === TokenKind.headWord && wordCount > 2) {
      this.fault("USDA_UNEXPECTED", { ...words[2], kind: TokenKind.identifier }, ENTRY_FORM);
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
      this.fault(
        "USDA_NAME",
        { ...key, kind: token.kind },
        "A key with other than letters, digits and `_` must be quoted.",
      );
    }
    this.entryKey = this.names.text(key.name);
  }

  dictionaryKey(token: UsdaToken): void {
    this.spaced(token, "The key");
    if (this.entryHasKey) this.fault("USDA_UNEXPECTED", token, ENTRY_FORM);
    this.entryKey = decodeStringToken(this.bytes, token.start, token.end);
    this.entryHasKey = true;
  }

  /** What stands before `=` is complete. */
  dictionaryEntryHead(): void {
    if (!this.entryHasKey) this.fault("USDA_UNEXPECTED", this.parser.peek(), ENTRY_FORM);
    const { name, flags } = this.entryType;
    this.entryIsDictionary = name === Word.dictionary && flags === 0;
    this.hasValue = false;
    if (this.entryIsDictionary) return;
    const type = valueTypeOf(name);
    const isArray = (flags & FLAG_ARRAY_SUFFIX) !== 0;
    if (type === undefined || (isArray && !type.hasArray)) {
      this.report(
        "USDA_TYPE_UNKNOWN",
        `${this.quoteToken(this.entryType)} is no type that a dictionary can hold.`,
        this.entryType.start,
        this.entryType.end,
      );
      this.valueType = undefined;
      this.valueIsArray = false;
      return;
    }
    this.valueType = type;
    this.valueIsArray = isArray;
  }

  dictionaryAssignment(token: UsdaToken): void {
    this.sameLine(token, "`=`");
    if (!this.entryIsDictionary) this.expectValue(this.valueType, this.valueIsArray, ValuePlace.dictionary);
  }

  /** After an entry's value, or after the brace that opens a dictionary as its value. */
  dictionaryEntryDone(): void {
    if (this.entryIsDictionary && this.pending[this.pending.length - 1] === Pending.nothing && !this.hasValue) return;
    if (this.entryIsDictionary) {
      this.report("USDA_VALUE_TYPE", "An entry of type `dictionary` needs `{ … }`.", this.valueStart, this.valueEnd);
    }
    if (this.value !== undefined)
      this.dictionaries[this.dictionaries.length - 1].entries?.set(this.entryKey ?? "", this.value);
    this.setPending(Pending.separator);
  }

  dictionaryClose(token: UsdaToken): void {
    const closed = this.dictionaries.pop();
    this.closeStatements();
    if (closed === undefined) return;
    this.valueEnd = token.end;
    const value: DictionaryValue | undefined =
      closed.entries === undefined
        ? undefined
        : { kind: "dictionary", entries: closed.entries, range: { start: closed.start, end: token.end } };
    if (!this.isInsideDictionary()) {
      this.valueStart = closed.start;
      this.dictionary = value;
      return;
    }
    if (value !== undefined) this.dictionaries[this.dictionaries.length - 1].entries?.set(closed.key, value);
    this.setPending(Pending.separator);
  }

  dictionaryEnd(): void {
    if (this.isInsideDictionary()) {
      const { start } = this.dictionaries[this.dictionaries.length - 1];
      const found = this.parser.peek();
      const { kind } = found;
      if (kind === TokenKind.rightParenthesis || kind === TokenKind.specifier || kind === TokenKind.endOfFile) {
        throw unclosedFault(TokenKind.leftBrace, start, found);
      }
      throw new Fault("USDA_UNEXPECTED", found, "`}`", {
        message: `An entry (\`type name = value\`) or \`}\` was expected, not ${this.quoteToken(found)}.`,
        related: [{ range: { start, end: start + 1 }, message: "`{` was opened here" }],
      });
    }
    this.dictionaryBase.pop();
  }
}
