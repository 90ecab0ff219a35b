/** Reads single statements of a parsed text again, with the same rules, to get their values. */
import type { FieldSpecKind, Spline, Value } from "@usdkit/layer";
import type { EntryPiece } from "../build/merge-entries.ts";
import type { FoundSamples, StatementValues } from "../build/statement-values.ts";
import type { StatementReader } from "../build/view-source.ts";
import type { UsdaGrammar } from "../grammar/usda-grammar.ts";
import { Fault } from "../read/fault.ts";
import { headWords } from "../read/words.ts";
import type { NameTable } from "../scan/name-table.ts";
import { Scanner } from "../scan/scanner.ts";
import { decodeStringToken } from "../scan/strings.ts";
import { engine } from "./engine.ts";

const readProperty = (grammar: UsdaGrammar): void => grammar.property();

export class GrammarStatementReader implements StatementReader {
  private readonly bytes: Uint8Array;
  private readonly names: NameTable;
  private madeScanner: Scanner | undefined;

  constructor(bytes: Uint8Array, names: NameTable) {
    this.bytes = bytes;
    this.names = names;
  }

  private get scanner(): Scanner {
    return (this.madeScanner ??= new Scanner(this.bytes, this.names, headWords, Infinity));
  }

  /** Reads the statement at `[start, end)`; the values are valid until the next statement is read. */
  private run(start: number, end: number, anchor: string, rule: (grammar: UsdaGrammar) => void): StatementValues {
    const { grammar, values } = engine();
    const { scanner } = this;
    grammar.parser.attach(scanner, start, end);
    values.begin(anchor);
    grammar.readers.beginStatement(scanner, this.names, values);
    try {
      rule(grammar);
    } catch (fault) {
      // A statement with an error: only the values before the error exist.
      if (!(fault instanceof Fault)) throw fault;
    } finally {
      grammar.readers.end();
      grammar.parser.detach();
    }
    return values;
  }

  metadata(start: number, end: number, specKind: FieldSpecKind, anchor: string): EntryPiece | undefined {
    return this.run(start, end, anchor, (grammar) => {
      grammar.readers.metadata.specKind = specKind;
      grammar.metadataEntry();
    }).entry;
  }

  nameList(start: number, end: number): readonly string[] {
    return this.run(start, end, "/", readProperty).names;
  }

  value(start: number, end: number, anchor: string): Value | undefined {
    return this.run(start, end, anchor, readProperty).value;
  }

  paths(start: number, end: number, anchor: string): readonly string[] {
    return this.run(start, end, anchor, readProperty).paths;
  }

  samples(start: number, end: number): FoundSamples {
    return this.run(start, end, "/", readProperty).samples;
  }

  spline(start: number, end: number): Spline | undefined {
    return this.run(start, end, "/", readProperty).spline;
  }

  string(start: number, end: number): string {
    return decodeStringToken(this.bytes, start, end);
  }
}
