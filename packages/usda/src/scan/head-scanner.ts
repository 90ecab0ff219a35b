/** Names and the words of a statement's head, bytes to ids. */
import * as characters from "./characters.ts";
import { isIdentifier } from "./identifiers.ts";
import type { NameTable } from "./name-table.ts";
import * as nameTable from "./name-table.ts";
import { ScannerBase } from "./scanner-base.ts";
import * as tokenKinds from "./token-kinds.ts";
import { decodeUtf8 } from "@usdkit/layer";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { COLON, FIRST, FIRST_NAME, FIRST_SPACE, LEFT_BRACKET, NAME_BYTE, RIGHT_BRACKET, SLASH, SPACE, STAR, TAB } =
  characters;
const { HASH_PRIME, HASH_SEED } = nameTable;
const { FLAG_ARRAY_SUFFIX, FLAG_COLON, FLAG_DOUBLE_COLON, MAX_HEAD_WORDS } = tokenKinds;

/** One word of a statement's head. */
export interface HeadWord {
  name: number;
  start: number;
  end: number;
  /** Bits of `FLAG_…`. */
  flags: number;
}

/** Reads the words that begin a statement (`custom uniform double x`), and single names. */
export abstract class HeadScanner extends ScannerBase {
  readonly names: NameTable;

  /** `headWord`, `specifier`, `variantSet`: the words of the head, of which the first `wordCount` count. */
  readonly words: readonly HeadWord[] = Array.from({ length: MAX_HEAD_WORDS }, () => ({
    name: 0,
    start: 0,
    end: 0,
    flags: 0,
  }));
  wordCount = 0;

  /** `a:b` is one name, and the words of a line are one head; off where they are not (splines). */
  joinsWords = true;

  protected isBadName = false;

  constructor(bytes: Uint8Array, names: NameTable, maxToken: number) {
    super(bytes, maxToken);
    this.names = names;
  }

  /** The words after the first of a statement, which ended at `p`. */
  protected readHead(p: number): void {
    const { words, bytes, limit } = this;
    const first = words[0];
    first.name = this.name;
    first.start = this.start;
    first.end = this.end;
    first.flags = this.flags;
    let count = 1;
    while (this.joinsWords && count < MAX_HEAD_WORDS && p < limit) {
      const isPlain = FIRST[bytes[p]] === FIRST_SPACE && bytes[p + 1] > SPACE && bytes[p + 1] !== SLASH;
      const start = isPlain ? p + 1 : this.separatorEnd(p);
      if (start === p || start >= limit || FIRST[bytes[start]] !== FIRST_NAME) break;
      this.readWord(start);
      // What is no word of a head is the next token, which says what is wrong with it.
      if (this.isBadName) break;
      if (this.end - start > this.maxToken) {
        this.fail("USDA_LIMIT_TOKEN", start, this.end);
        return;
      }
      const word = words[count++];
      word.name = this.name;
      word.start = start;
      word.end = p = this.end;
      word.flags = this.flags;
    }
    this.wordCount = count;
    this.name = first.name;
    this.flags = first.flags;
    this.end = first.end;
    this.position = p;
  }

  /** The end of the inline padding at `p` where a blank is in it; else `p`. */
  private separatorEnd(p: number): number {
    const { bytes } = this;
    const end = this.skipInline(p);
    for (let i = p; i < end; i++) {
      if (FIRST[bytes[i]] === FIRST_SPACE) return end;
      if (bytes[i] === SLASH) i = this.findBlockCommentEnd(i + 2) - 1;
    }
    return p;
  }

  /** Reads the name at `p` with its array suffix into `name`, `flags`, `end` and `position`. */
  protected readWord(p: number): void {
    const bytes = this.bytes;
    const limit = this.limit;
    const start = p;
    let hash = HASH_SEED;
    let flags = 0;
    let byte = bytes[p];
    for (;;) {
      do {
        hash = Math.imul(hash ^ byte, HASH_PRIME);
        byte = ++p < limit ? bytes[p] : 0;
      } while (NAME_BYTE[byte] === 1);
      if (byte !== COLON || !this.joinsWords) break;
      let colons = 1;
      let after = p + 1 < limit ? bytes[p + 1] : 0;
      if (after === COLON) {
        after = p + 2 < limit ? bytes[p + 2] : 0;
        colons = 2;
      }
      if (FIRST[after] !== FIRST_NAME) break;
      flags |= colons === 1 ? FLAG_COLON : FLAG_COLON | FLAG_DOUBLE_COLON;
      for (; colons > 0; colons--) {
        hash = Math.imul(hash ^ COLON, HASH_PRIME);
        p++;
      }
      byte = after;
    }
    this.name = this.names.intern(bytes, start, p, hash);
    this.isBadName = this.names.isBeyondAscii(this.name) && !this.isName(start, p);
    // `float[]`, and also `float [ ]`.
    if (byte === LEFT_BRACKET || ((byte === SPACE || byte === TAB || byte === SLASH) && this.mayBeSuffix(p))) {
      const suffix = this.arraySuffixEnd(p);
      if (suffix > 0) {
        flags |= FLAG_ARRAY_SUFFIX;
        p = suffix;
      }
    }
    this.flags = flags;
    this.end = this.position = p;
  }

  private mayBeSuffix(p: number): boolean {
    const next = this.bytes[p + 1];
    return next === LEFT_BRACKET || next === SPACE || next === TAB || next === SLASH || next === STAR;
  }

  /** Whether letters beyond ASCII are such as names may have. */
  private isName(start: number, end: number): boolean {
    return decodeUtf8(this.bytes, start, end)
      .split(":")
      .every((part) => part === "" || isIdentifier(part));
  }

  /** End of a `[]` after inline padding at `p`, or 0. */
  private arraySuffixEnd(p: number): number {
    const open = this.skipInline(p);
    if (this.bytes[open] !== LEFT_BRACKET) return 0;
    const close = this.skipInline(open + 1);
    return this.bytes[close] === RIGHT_BRACKET ? close + 1 : 0;
  }
}
