/** Finds tokens of text in WebAssembly; the source of the kernel is `assembly/tokens.ts`. */
import type { KernelExports } from "@usdkit/base";
import { loadKernel } from "@usdkit/base";
import type { NameTable } from "../name-table.ts";
import { FLAG_ARRAY_SUFFIX } from "../token-kinds.ts";
import { NEXT, TOKEN_LENGTH, WORD_LENGTH, WORDS } from "./token-layout.ts";
import { kernelModule } from "./tokens.generated.ts";

/** Kernel memory offsets of the tokens and the text. */
const OUTPUT = 2048;
const INPUT = 131072;
/** Bytes of text that are copied at a time. */
const WINDOW = 16384;
/** Zero bytes after the window: no token. */
const GUARD: Uint8Array = new Uint8Array(64);
/** If less than this is left in a window, the rest is moved to a new one. */
const MIN_REST = 2048;
/** Offsets in a known name, in words: its id, and the place of the token that used it last. */
const ID = 8;
const USED_AT = 9;

/** Shorter texts are scanned in JavaScript alone, before which the kernel would have to be compiled. */
const MIN_TEXT = 16384;

interface TokensExports extends KernelExports {
  prepare(): void;
  forget(): void;
  scan(start: number, end: number, isLast: boolean, previous: number): number;
  stoppedAt(): number;
}

/** Finds the tokens of one text at a time, some ahead of the scanner. Rarer forms of tokens are left to the scanner. */
export class TokenKernel {
  /** Tokens found; positions in them are relative to `base`. */
  readonly tokens: Int32Array;
  /** Position in the text of a token's position 0. */
  base = 0;

  /** Index of the next token, and after the last one. */
  private at = 0;
  private end = 0;
  /** The position from which the token at `at` is the next one; -1 if unknown. */
  private position = -1;
  private windowStart = -1;
  private windowEnd = -1;
  private bytes: Uint8Array = new Uint8Array(0);
  private names: NameTable | undefined;
  private readonly exports: TokensExports;
  private readonly memory: Uint8Array;
  private readonly words: Int32Array;

  constructor(exports: TokensExports) {
    const { buffer } = exports.memory;
    this.exports = exports;
    this.memory = new Uint8Array(buffer);
    this.words = new Int32Array(buffer);
    this.tokens = new Int32Array(buffer, OUTPUT);
    exports.prepare();
  }

  /** Starts a text. */
  begin(bytes: Uint8Array, names: NameTable): void {
    this.exports.forget();
    this.bytes = bytes;
    this.names = names;
    this.windowStart = this.windowEnd = -1;
    this.lose();
  }

  /** Drops the text. */
  finish(): void {
    this.bytes = new Uint8Array(0);
    this.names = undefined;
  }

  /** The scanner continues at another position, in another state. */
  lose(): void {
    this.at = this.end = 0;
    this.position = -1;
  }

  /**
   * Returns the index in `tokens` of the next token from `position` on, -1 if the scanner must read it.
   *
   * @param previous the kind of the token before it
   */
  seek(position: number, previous: number): number {
    if (position !== this.position) {
      // Inside of a list that was skipped as numbers, but has something else: the tokens after it are still right.
      if (position < this.position || !this.fill(position, previous)) return -1;
    } else if (this.at === this.end && !this.fill(position, previous)) return -1;
    return this.at;
  }

  /** Takes the token at `at`. */
  take(): void {
    const { tokens, at } = this;
    this.position = this.base + tokens[at + NEXT];
    this.at = at + TOKEN_LENGTH + WORD_LENGTH * (tokens[at + WORDS] - 1);
  }

  /** Returns the id of a name, whose start, end and flags are those of its word. */
  nameId(name: number, start: number, end: number, flags: number): number {
    if (name > 0 || this.names === undefined) return name;
    const { base, words } = this;
    const nameEnd = base + end - ((flags & FLAG_ARRAY_SUFFIX) !== 0 ? 2 : 0);
    const id = this.names.internRange(this.bytes, base + start, nameEnd);
    const place = -name >> 2;
    // Another name may have taken the place since.
    if (words[place + USED_AT] === start) words[place + ID] = id;
    return id;
  }

  private fill(position: number, previous: number): boolean {
    const { bytes, exports } = this;
    if (position < this.windowStart || position + MIN_REST > this.windowEnd) this.move(position);
    this.base = this.windowStart - INPUT;
    const isLast = this.windowEnd === bytes.length;
    const end = exports.scan(position - this.base, this.windowEnd - this.base, isLast, previous);
    this.at = 0;
    this.end = (end - OUTPUT) >> 2;
    this.position = position;
    return this.end > 0;
  }

  private move(position: number): void {
    const { bytes } = this;
    if (position >= this.windowStart && this.windowEnd === bytes.length && this.windowStart >= 0) return;
    const end = Math.min(bytes.length, position + WINDOW);
    this.memory.set(bytes.subarray(position, end), INPUT);
    this.memory.set(GUARD, INPUT + end - position);
    this.windowStart = position;
    this.windowEnd = end;
  }
}

let made: TokenKernel | undefined;
let isTried = false;

/**
 * Returns the kernel of this program, at the start of a text; undefined if there is no WebAssembly with vectors, or the
 * text is short.
 */
export function tokenKernel(bytes: Uint8Array, names: NameTable): TokenKernel | undefined {
  if (bytes.length < MIN_TEXT) return undefined;
  if (!isTried) {
    isTried = true;
    const exports = loadKernel<TokensExports>(kernelModule);
    if (exports !== undefined) made = new TokenKernel(exports);
  }
  made?.begin(bytes, names);
  return made;
}
