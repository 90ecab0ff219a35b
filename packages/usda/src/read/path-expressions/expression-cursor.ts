/** A position in the text of a path expression. All of its marks and names are ASCII. */

const NAME = 1;
const NAME_START = 2;
const DIGIT = 4;
const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  const digit = code >= 48 && code <= 57;
  classes[code] = letter ? NAME | NAME_START : digit ? NAME | DIGIT : 0;
}

/** A variant selection in a path: `{set=name}`. */
const SELECTION = /\{[A-Za-z_][\w:|-]*=[\w.|-]*\}/uy;

export class ExpressionCursor {
  readonly text: string;
  /** Whether paths may have variant selections, which those of a file have not. */
  private readonly hasSelections: boolean;
  position = 0;
  /** The expected syntax at a failure; empty without a failure. */
  error = "";
  errorOffset = 0;

  constructor(text: string, hasSelections = false) {
    this.text = text;
    this.hasSelections = hasSelections;
  }

  /** Records the first failure, at the current position; returns false. */
  fail(expected: string): false {
    if (this.error === "") {
      this.error = `expected ${expected}`;
      this.errorOffset = this.position;
    }
    return false;
  }

  code(offset = 0): number {
    return this.text.charCodeAt(this.position + offset);
  }

  at(mark: string): boolean {
    return this.text.startsWith(mark, this.position);
  }

  take(mark: string): boolean {
    const found = this.at(mark);
    if (found) this.position += mark.length;
    return found;
  }

  isName(offset = 0): boolean {
    return ((classes[this.code(offset)] ?? 0) & NAME) !== 0;
  }

  isDigit(offset = 0): boolean {
    return ((classes[this.code(offset)] ?? 0) & DIGIT) !== 0;
  }

  /** Skips blanks and tabs; returns whether there were any. */
  skipBlanks(): boolean {
    const start = this.position;
    while (this.code() === 32 || this.code() === 9) this.position++;
    return this.position > start;
  }

  /** Returns the length of the identifier at the position, 0 if there is none. */
  identifierLength(): number {
    if (((classes[this.code()] ?? 0) & NAME_START) === 0) return 0;
    let length = 1;
    while (this.isName(length)) length++;
    return length;
  }

  /** Reads a word that is not followed by a name character. */
  takeWord(word: string): boolean {
    if (!this.at(word) || this.isName(word.length)) return false;
    this.position += word.length;
    return true;
  }

  /** Reads the variant selections of a prim; "" if there are none. */
  takeSelections(): string {
    const start = this.position;
    while (this.hasSelections && this.at("{")) {
      SELECTION.lastIndex = this.position;
      if (!SELECTION.test(this.text)) break;
      this.position = SELECTION.lastIndex;
    }
    return this.slice(start);
  }

  slice(start: number): string {
    return this.text.slice(start, this.position);
  }
}
