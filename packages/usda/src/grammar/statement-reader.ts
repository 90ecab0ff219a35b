/** Reads single statements of a parsed text again, with the rules that checked them, to keep what they say. */
import type { EntryPiece } from "../layer/merge-entries.ts";
import type { Spline, Value } from "@usdkit/layer";
import type { FoundSamples, SpecKind, StatementReader } from "../layer/view-source.ts";
import type { NameTable } from "../scan/name-table.ts";
import { Scanner } from "../scan/scanner.ts";
import { decodeStringToken } from "../scan/strings.ts";
import type { Actions } from "./actions.ts";
import { Fault } from "./fault.ts";
import { engine } from "./parse-tape.ts";
import type { UsdaGrammar } from "./usda-grammar.ts";
import { headWords } from "./words.ts";

export class GrammarStatementReader implements StatementReader {
  private readonly bytes: Uint8Array;
  private readonly names: NameTable;
  private readonly scanner: Scanner;

  constructor(bytes: Uint8Array, names: NameTable) {
    this.bytes = bytes;
    this.names = names;
    this.scanner = new Scanner(bytes, names, headWords, Infinity);
  }

  private run(
    start: number,
    end: number,
    anchor: string,
    rule: (grammar: UsdaGrammar, actions: Actions) => void,
  ): Actions {
    const { grammar, actions } = engine();
    grammar.attach(this.scanner, start, end);
    actions.beginView(this.scanner, this.names, anchor);
    try {
      rule(grammar, actions);
    } catch (fault) {
      // A statement that was refused: what was kept before the fault is all there is.
      if (!(fault instanceof Fault)) throw fault;
    } finally {
      actions.end();
    }
    return actions;
  }

  private property(start: number, end: number, anchor: string): Actions {
    return this.run(start, end, anchor, (grammar) => grammar.property());
  }

  metadata(start: number, end: number, specKind: SpecKind, anchor: string): EntryPiece | undefined {
    return this.run(start, end, anchor, (grammar, actions) => {
      actions.viewMetadataOf(specKind);
      grammar.metadataEntry();
    }).takeEntry();
  }

  nameList(start: number, end: number): readonly string[] {
    return this.property(start, end, "/").takeNames();
  }

  value(start: number, end: number, anchor: string): Value | undefined {
    return this.property(start, end, anchor).takeValue();
  }

  paths(start: number, end: number, anchor: string): readonly string[] {
    return this.property(start, end, anchor).takePaths();
  }

  samples(start: number, end: number): FoundSamples {
    return this.property(start, end, "/").takeSamples();
  }

  spline(start: number, end: number): Spline | undefined {
    return this.property(start, end, "/").takeSpline();
  }

  string(start: number, end: number): string {
    return decodeStringToken(this.bytes, start, end);
  }
}
