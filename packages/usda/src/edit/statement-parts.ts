/** Finds the ranges of a statement's parts by reading its tokens again. */
import { Word } from "../read/words.ts";
import type { ByteRange, Layer, Spec } from "@usdkit/layer";
import { quote } from "@usdkit/base";
import type { Scanner } from "../scan/scanner.ts";
import { FLAG_TRIPLE, TokenKind } from "../scan/token-kinds.ts";
import { isClosing, isOpening } from "../format/brackets.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { WordScanner } from "../read/word-scanner.ts";

/** `open` is the offset of the bracket, `close` that of the matching closing bracket. */
export interface Block {
  readonly open: number;
  readonly close: number;
}

/** A prim, a variant, or the layer (its `nameEnd` is the end of the header line, and it has no `body`). */
export interface OwnerParts {
  /** Inside the quotes; empty for the layer. */
  readonly name: ByteRange;
  readonly nameEnd: number;
  readonly metadata: Block | undefined;
  readonly body: Block | undefined;
}

export interface PropertyParts {
  /** The range of the name. */
  readonly name: ByteRange;
  /** `x.timeSamples`, `prepend rel x`, `rel x[</A>]`: forms that accept no metadata. */
  readonly isPlain: boolean;
  /** `timeSamples`, `connect`, `spline`, `default`, or "". */
  readonly member: string;
  readonly value: ByteRange | undefined;
  readonly metadata: Block | undefined;
}

/** Returns the text that the layer was parsed from. */
export function sourceOf(layer: Layer): Uint8Array {
  if (layer.source === undefined) throw new EditError("The layer has no text: only a parsed layer can be edited");
  return layer.source;
}

/** Returns the range of the spec. */
export function rangeOf(spec: Spec): ByteRange {
  if (spec.range === undefined) throw new EditError(`${quote(spec.path)} has no place in the text`);
  return spec.range;
}

export function newScanner(bytes: Uint8Array, position: number): Scanner {
  return new WordScanner(bytes, position);
}

/** Reads from the opening bracket at the current token to its closing bracket, which becomes the current token. */
function matchBlock(scanner: Scanner): Block {
  const open = scanner.start;
  let depth = 1;
  while (depth > 0) {
    scanner.next();
    const kind = scanner.kind;
    if (isOpening(kind)) depth++;
    else if (isClosing(kind)) depth--;
    else if (kind === TokenKind.endOfFile || kind === TokenKind.invalid) {
      throw new EditError(`The bracket at byte ${open} is not closed: only a text without errors can be edited`);
    }
  }
  return { open, close: scanner.start };
}

/** Returns the parts of the layer's header, of a prim or of a variant. */
export function ownerParts(layer: Layer, spec: Spec): OwnerParts {
  const bytes = sourceOf(layer);
  if (spec.specType === "pseudoRoot") return layerParts(bytes);
  const range = rangeOf(spec);
  const scanner = newScanner(bytes, range.start);
  let kind: number;
  do kind = readToken(scanner);
  while (kind !== TokenKind.string && kind !== TokenKind.endOfFile);
  const nameEnd = scanner.end;
  const marks = (scanner.flags & FLAG_TRIPLE) === 0 ? 1 : 3;
  const name = { start: scanner.start + marks, end: nameEnd - marks };
  let metadata: Block | undefined;
  kind = readToken(scanner);
  if (kind === TokenKind.leftParenthesis) {
    metadata = matchBlock(scanner);
    kind = readToken(scanner);
  }
  if (kind !== TokenKind.leftBrace) throw new EditError(`${quote(spec.path)} has no body to edit`);
  return { name, nameEnd, metadata, body: { open: scanner.start, close: range.end - 1 } };
}

function layerParts(bytes: Uint8Array): OwnerParts {
  const lineFeed = bytes.indexOf(10);
  const headerEnd = lineFeed < 0 ? bytes.length : lineFeed;
  const nameEnd = lineFeed > 0 && bytes[lineFeed - 1] === 13 ? lineFeed - 1 : headerEnd;
  const scanner = newScanner(bytes, headerEnd);
  scanner.next();
  const metadata = scanner.kind === TokenKind.leftParenthesis ? matchBlock(scanner) : undefined;
  return { name: { start: nameEnd, end: nameEnd }, nameEnd, metadata, body: undefined };
}

/** Returns the parts of one statement of a property. */
export function propertyParts(bytes: Uint8Array, statement: ByteRange): PropertyParts {
  const scanner = newScanner(bytes, statement.start);
  let name: ByteRange = statement;
  let member = "";
  let isPlain = true;
  let value: ByteRange | undefined;
  let metadata: Block | undefined;
  let words = 0;
  let afterDot = false;
  for (scanner.next(); scanner.start < statement.end && scanner.kind !== TokenKind.endOfFile; scanner.next()) {
    const kind = scanner.kind;
    if (kind === TokenKind.equals) {
      value = readValue(scanner);
    } else if (kind === TokenKind.dot) {
      afterDot = true;
      isPlain = false;
    } else if (kind === TokenKind.leftBracket) {
      matchBlock(scanner);
      isPlain = false;
    } else if (kind === TokenKind.leftParenthesis) {
      metadata = matchBlock(scanner);
    } else if (afterDot) {
      member = scanner.names.text(scanner.name);
    } else {
      if (words === 0 && scanner.name >= Word.add && scanner.name <= Word.reorder) isPlain = false;
      words++;
      name = { start: scanner.start, end: scanner.end };
    }
  }
  return { name, isPlain, member, value, metadata };
}

function readToken(scanner: Scanner): number {
  scanner.next();
  return scanner.kind;
}

/** Reads the value after the current token, and returns its range. */
export function readValue(scanner: Scanner): ByteRange {
  scanner.expectEdit();
  scanner.next();
  const start = scanner.start;
  if (isOpening(scanner.kind)) matchBlock(scanner);
  return { start, end: scanner.end };
}
