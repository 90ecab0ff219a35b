/** Reads names and the words of a statement's head, from bytes to ids. */
import {
  COLON,
  FIRST,
  FIRST_NAME,
  FIRST_SPACE,
  LEFT_BRACKET,
  NAME_BYTE,
  RIGHT_BRACKET,
  SLASH,
  SPACE,
  STAR,
  TAB,
} from "./characters.ts";
import { isIdentifier } from "./identifiers.ts";
import { BITS, END, START, TOKEN_LENGTH, WORD_LENGTH, WORDS } from "./kernel/token-layout.ts";
import type { TokenKernel } from "./kernel/token-kernel.ts";
import type { NameTable } from "./name-table.ts";
import { HASH_PRIME, HASH_SEED } from "./name-table.ts";
import { blockCommentEnd, skipInline } from "./padding.ts";
import { FLAG_ARRAY_SUFFIX, FLAG_COLON, FLAG_DOUBLE_COLON, MAX_HEAD_WORDS } from "./token-kinds.ts";
import { decodeUtf8 } from "@usdkit/base";

/** One word of a statement's head. */
export interface HeadWord {
  name: number;
  start: number;
  end: number;
  /** Bits of `FLAG_…`. */
  flags: number;
}

/** Reads the words that begin a statement (`custom uniform double x`), and single names. */
export class HeadWordReader {
  /** The words of the last head: the first `count`. */
  readonly words: readonly HeadWord[] = newWords();
  count = 0;

  /** On: `a:b` is one name, and the words of a line are one head. Off in splines. */
  joins = true;

  // The last word.
  name = 0;
  end = 0;
  /** Bits of `FLAG_…`. */
  flags = 0;
  isBad = false;

  private readonly bytes: Uint8Array;
  private readonly names: NameTable;
  private readonly maxToken: number;

  constructor(bytes: Uint8Array, names: NameTable, maxToken: number) {
    this.bytes = bytes;
    this.names = names;
    this.maxToken = maxToken;
  }

  /**
   * Reads the words of a statement's head after its first, which was read last and began at `start`. Returns the
   * position after the head, or the negative of the position of a word that is too long (`end` is the word's end).
   */
  readHead(start: number, limit: number): number {
    const { words, bytes } = this;
    const first = words[0];
    let p = this.end;
    first.name = this.name;
    first.start = start;
    first.end = p;
    first.flags = this.flags;
    let count = 1;
    while (this.joins && count < MAX_HEAD_WORDS && p < limit) {
      const isPlain = FIRST[bytes[p]] === FIRST_SPACE && bytes[p + 1] > SPACE && bytes[p + 1] !== SLASH;
      const next = isPlain ? p + 1 : this.separatorEnd(p, limit);
      if (next === p || next >= limit || FIRST[bytes[next]] !== FIRST_NAME) break;
      this.readWord(next, limit);
      // A word that is not allowed in a head is the next token, which reports the reason.
      if (this.isBad) break;
      if (this.end - next > this.maxToken) return -next;
      const word = words[count++];
      word.name = this.name;
      word.start = next;
      word.end = p = this.end;
      word.flags = this.flags;
    }
    this.count = count;
    return p;
  }

  /** Takes the words of a head from the kernel, the first of which is `name`; returns the position after them. */
  take(kernel: TokenKernel, at: number, name: number): number {
    const { words } = this;
    const { tokens, base } = kernel;
    const count = tokens[at + WORDS];
    let word = words[0];
    word.name = name;
    word.start = base + tokens[at + START];
    word.end = base + tokens[at + END];
    word.flags = tokens[at + BITS] >> 8;
    for (let i = 1, from = at + TOKEN_LENGTH; i < count; i++, from += WORD_LENGTH) {
      const start = tokens[from];
      const end = tokens[from + 1];
      word = words[i];
      word.flags = tokens[from + 2];
      word.name = kernel.nameId(tokens[from + 3], start, end, word.flags);
      word.start = base + start;
      word.end = base + end;
    }
    this.count = count;
    return word.end;
  }

  /** Returns the end of the inline padding at `p` if it contains a space, otherwise `p`. */
  private separatorEnd(p: number, limit: number): number {
    const { bytes } = this;
    const end = skipInline(bytes, p, limit);
    for (let i = p; i < end; i++) {
      if (FIRST[bytes[i]] === FIRST_SPACE) return end;
      if (bytes[i] === SLASH) i = blockCommentEnd(bytes, i + 2) - 1;
    }
    return p;
  }

  /** Reads the name at `p` with its array suffix. */
  readWord(p: number, limit: number): void {
    const bytes = this.bytes;
    const start = p;
    let hash = HASH_SEED;
    let flags = 0;
    let byte = bytes[p];
    for (;;) {
      do {
        hash = Math.imul(hash ^ byte, HASH_PRIME);
        byte = ++p < limit ? bytes[p] : 0;
      } while (NAME_BYTE[byte] === 1);
      if (byte !== COLON || !this.joins) break;
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
    this.isBad = this.names.isBeyondAscii(this.name) && !this.isName(start, p);
    // `float[]`, and also `float [ ]`.
    if (byte === LEFT_BRACKET || ((byte === SPACE || byte === TAB || byte === SLASH) && this.mayBeSuffix(p))) {
      const suffix = this.arraySuffixEnd(p, limit);
      if (suffix > 0) {
        flags |= FLAG_ARRAY_SUFFIX;
        p = suffix;
      }
    }
    this.flags = flags;
    this.end = p;
  }

  private mayBeSuffix(p: number): boolean {
    const next = this.bytes[p + 1];
    return next === LEFT_BRACKET || next === SPACE || next === TAB || next === SLASH || next === STAR;
  }

  /** Returns whether all letters beyond ASCII are valid in names. */
  private isName(start: number, end: number): boolean {
    return decodeUtf8(this.bytes, start, end)
      .split(":")
      .every((part) => part === "" || isIdentifier(part));
  }

  /** Returns the end of a `[]` after inline padding at `p`, or 0. */
  private arraySuffixEnd(p: number, limit: number): number {
    const open = skipInline(this.bytes, p, limit);
    if (this.bytes[open] !== LEFT_BRACKET) return 0;
    const close = skipInline(this.bytes, open + 1, limit);
    return this.bytes[close] === RIGHT_BRACKET ? close + 1 : 0;
  }
}

/** Made by a loop: a scanner is made for each small file, and `Array.from` with a function takes longer than the rest of it. */
function newWords(): HeadWord[] {
  const words: HeadWord[] = [];
  for (let i = 0; i < MAX_HEAD_WORDS; i++) words.push({ name: 0, start: 0, end: 0, flags: 0 });
  return words;
}
