/**
 * Scene paths in text (`</A/B.attr>`), checked byte by byte against the format's path grammar.
 */
import { isIdentifier } from "./identifiers.ts";
import { decodeUtf8 } from "@usdkit/base";

/** Properties of a path, as bits; 0 for text that is not a path. */
export const PathBit = {
  valid: 1,
  absolute: 2,
  /** Ends in a prim (`.` and `..` count), not in a variant selection or property. */
  prim: 4,
  /** Ends in a prim's property or a relational attribute. */
  property: 8,
  /** A variant selection somewhere in the prim part. */
  variantSelection: 16,
  /** `/`. */
  root: 32,
  /** Nothing between the brackets: `<>`. */
  empty: 64,
  /** A target (`[…]`), mapper or expression is at the end. */
  other: 128,
  /** Written with `.` or `..`, or relative: not in normal form. */
  relative: 256,
} as const;

const SLASH = 47;
const DOT = 46;
const COLON = 58;
const LEFT_BRACE = 123;
const RIGHT_BRACE = 125;
const LEFT_BRACKET = 91;
const RIGHT_BRACKET = 93;
const EQUALS = 61;

const ASCII_START = new Uint8Array(128);
const ASCII_CONTINUE = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  if (letter) ASCII_START[code] = 1;
  if (letter || (code >= 48 && code <= 57)) ASCII_CONTINUE[code] = 1;
}

type BracketKind = "target" | "mapper" | "relational";

/** An open bracket: its kind, and the bits of the path before it. */
interface Bracket {
  readonly kind: BracketKind;
  readonly bits: number;
}

/** The result, 0 bits for an invalid path, and the bracket that was just opened. */
interface Step {
  readonly bits: number;
  readonly opens?: BracketKind;
}

/**
 * Reads paths with an explicit stack for the paths inside of `[…]`, so depth costs no call frames. An instance can be
 * reused; its only state is its last position.
 */
export class PathReader {
  private bytes: Uint8Array = new Uint8Array(0);
  private p = 0;
  private end = 0;

  /** Classifies `bytes[start, end)`, the text between `<` and `>`: returns bits of `PathBit`, 0 if it is not a path. */
  classify(bytes: Uint8Array, start: number, end: number): number {
    if (start === end) return PathBit.valid | PathBit.empty;
    const simple = simplePath(bytes, start, end);
    if (simple !== 0) return simple;
    this.bytes = bytes;
    this.p = start;
    this.end = end;
    const bits = this.path();
    return bits !== 0 && this.p === end ? bits : 0;
  }

  private peek(): number {
    return this.p < this.end ? this.bytes[this.p] : -1;
  }

  /** Reads one path, with the paths inside of its brackets. */
  private path(): number {
    const open: Bracket[] = [];
    let bits = this.primPart();
    for (;;) {
      if (bits === 0) return 0;
      let step = this.propertyPart(bits);
      while (step.bits !== 0 && step.opens === undefined) {
        const bracket = open.pop();
        if (bracket === undefined) return step.bits;
        // The path inside of a bracket is complete: closes it and continues with the enclosing path.
        if (this.peek() !== RIGHT_BRACKET) return 0;
        this.p++;
        const outer = (bracket.bits & ~PathBit.property) | PathBit.other;
        step = bracket.kind === "mapper" ? this.afterMapper(outer) : this.afterTarget(outer, bracket.kind === "target");
      }
      if (step.bits === 0 || step.opens === undefined) return 0;
      open.push({ kind: step.opens, bits: step.bits });
      bits = this.primPart();
    }
  }

  /** `/`, `/A/B{v=x}`, `..`, `../A`, `A`, `.`, or nothing before a property. */
  private primPart(): number {
    const byte = this.peek();
    if (byte === SLASH) {
      this.p++;
      if (!this.beginsName()) return PathBit.valid | PathBit.absolute | PathBit.root;
      return this.primElements(PathBit.valid | PathBit.absolute);
    }
    if (byte === DOT) {
      if (this.bytes[this.p + 1] === DOT && this.p + 1 < this.end) return this.parents();
      // A property of the prim itself. `.` alone is rejected.
      return PathBit.valid | PathBit.relative;
    }
    return this.primElements(PathBit.valid | PathBit.relative);
  }

  private parents(): number {
    const bits = PathBit.valid | PathBit.relative;
    for (;;) {
      this.p += 2;
      if (this.peek() !== SLASH) return bits | PathBit.prim;
      if (this.bytes[this.p + 1] === DOT && this.bytes[this.p + 2] === DOT && this.p + 2 < this.end) {
        this.p++;
        continue;
      }
      this.p++;
      if (this.peek() === DOT) return bits;
      return this.primElements(PathBit.valid | PathBit.relative);
    }
  }

  private primElements(bits: number): number {
    if (!this.name()) return 0;
    bits |= PathBit.prim;
    for (;;) {
      const byte = this.peek();
      if (byte === SLASH) {
        const at = this.p++;
        if (!this.name()) {
          this.p = at;
          return bits;
        }
        bits |= PathBit.prim;
      } else if (byte === LEFT_BRACE || ((byte === 32 || byte === 9) && this.blankThen(LEFT_BRACE))) {
        do {
          if (!this.variantSelection()) return 0;
        } while (this.peek() === LEFT_BRACE);
        bits = (bits | PathBit.variantSelection) & ~PathBit.prim;
        if (!this.beginsName()) return bits;
        if (!this.name()) return 0;
        bits |= PathBit.prim;
      } else return bits;
    }
  }

  /** Reads `.prop` and its suffixes. Returns which bracket was opened, if one was. */
  private propertyPart(bits: number): Step {
    if (this.peek() !== DOT) return { bits: (bits & PathBit.prim) !== 0 ? bits & ~PathBit.other : bits };
    if ((bits & PathBit.other) !== 0 || (bits & PathBit.root) !== 0) return { bits: 0 };
    this.p++;
    if (!this.propertyName()) return { bits: 0 };
    const property = (bits & ~PathBit.prim) | PathBit.property;
    return this.afterProperty(property);
  }

  private afterProperty(property: number): Step {
    if (this.peek() === LEFT_BRACKET) {
      this.p++;
      return { bits: property, opens: "target" };
    }
    return this.afterDot(property);
  }

  private afterDot(property: number): Step {
    if (this.peek() !== DOT) return { bits: property };
    this.p++;
    if (this.keyword("mapper") && this.peek() === LEFT_BRACKET) {
      this.p++;
      return { bits: property, opens: "mapper" };
    }
    if (this.keyword("expression")) return { bits: (property & ~PathBit.property) | PathBit.other };
    return { bits: 0 };
  }

  private afterTarget(target: number, mayHaveAttribute: boolean): Step {
    if (!mayHaveAttribute || this.peek() !== DOT) return { bits: target };
    this.p++;
    if (!this.propertyName()) return { bits: 0 };
    const attribute = (target & ~PathBit.other) | PathBit.property;
    if (this.peek() === LEFT_BRACKET) {
      this.p++;
      return { bits: attribute, opens: "relational" };
    }
    return this.afterDot(attribute);
  }

  private afterMapper(bits: number): Step {
    if (this.peek() !== DOT) return { bits };
    this.p++;
    return { bits: this.name() ? bits : 0 };
  }

  private keyword(word: string): boolean {
    let p = this.p;
    for (let i = 0; i < word.length; i++, p++) {
      if (p >= this.end || this.bytes[p] !== word.charCodeAt(i)) return false;
    }
    if (p < this.end && (this.bytes[p] >= 128 || ASCII_CONTINUE[this.bytes[p]] === 1)) return false;
    this.p = p;
    return true;
  }

  private beginsName(): boolean {
    const byte = this.peek();
    return byte >= 128 || (byte >= 0 && ASCII_START[byte] === 1);
  }

  private name(): boolean {
    if (!this.beginsName()) return false;
    const start = this.p;
    let plain = true;
    let byte = this.peek();
    do {
      if (byte >= 128) plain = false;
      this.p++;
      byte = this.peek();
    } while (byte >= 128 || (byte >= 0 && ASCII_CONTINUE[byte] === 1));
    return plain || isIdentifier(decodeUtf8(this.bytes, start, this.p));
  }

  private propertyName(): boolean {
    if (!this.name()) return false;
    while (this.peek() === COLON) {
      this.p++;
      if (!this.name()) return false;
    }
    return true;
  }

  private blankThen(byte: number): boolean {
    let p = this.p;
    while (p < this.end && (this.bytes[p] === 32 || this.bytes[p] === 9)) p++;
    if (p >= this.end || this.bytes[p] !== byte) return false;
    this.p = p;
    return true;
  }

  private blanks(): void {
    while (this.peek() === 32 || this.peek() === 9) this.p++;
  }

  /** Reads `{ set = name }`, at the brace. */
  private variantSelection(): boolean {
    this.p++;
    this.blanks();
    if (!this.beginsName()) return false;
    while (this.isVariantByte() || this.peek() === 45) this.p++;
    this.blanks();
    if (this.peek() !== EQUALS) return false;
    this.p++;
    this.blanks();
    if (this.peek() === DOT) this.p++;
    while (this.isVariantByte() || this.peek() === 124 || this.peek() === 45) this.p++;
    this.blanks();
    if (this.peek() !== RIGHT_BRACE) return false;
    this.p++;
    this.blanks();
    return true;
  }

  private isVariantByte(): boolean {
    const byte = this.peek();
    return byte >= 128 || (byte >= 0 && ASCII_CONTINUE[byte] === 1);
  }
}

/**
 * Returns the bits of the most common paths, `/A/B` and `/A/B.c:d` of ASCII letters; 0 for any other text, which may
 * also be a path.
 */
function simplePath(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== SLASH) return 0;
  let isProperty = false;
  let p = start;
  do {
    const mark = bytes[p];
    if (mark === DOT) {
      if (isProperty) return 0;
      isProperty = true;
    } else if (mark === COLON ? !isProperty : mark !== SLASH || isProperty) return 0;
    let byte = ++p < end ? bytes[p] : 128;
    if (byte >= 128 || ASCII_START[byte] === 0) return 0;
    do byte = ++p < end ? bytes[p] : 128;
    while (byte < 128 && ASCII_CONTINUE[byte] === 1);
  } while (p < end);
  return PathBit.valid | PathBit.absolute | (isProperty ? PathBit.property : PathBit.prim);
}
