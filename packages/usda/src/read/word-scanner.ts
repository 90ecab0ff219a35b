import { headWords, wordSeed } from "./words.ts";
import { NameTable } from "../scan/name-table.ts";
import { Scanner } from "../scan/scanner.ts";
import { TokenKind } from "../scan/token-kinds.ts";

/** A scanner that returns the words of a statement's head one by one, for layout and edits. */
export class WordScanner extends Scanner {
  /** @param position where to start, such as after the end of a statement */
  constructor(bytes: Uint8Array, position: number, names: NameTable = new NameTable(wordSeed)) {
    super(bytes, names, headWords, bytes.length);
    this.moveTo(position);
  }

  override next(): void {
    super.next();
    if (isWord(this.kind)) this.position = this.end;
  }
}

/** Returns whether the token is a name or word, at a statement's head or not. */
export function isWord(kind: number): boolean {
  return (
    kind === TokenKind.identifier ||
    kind === TokenKind.headWord ||
    kind === TokenKind.specifier ||
    kind === TokenKind.variantSet
  );
}
