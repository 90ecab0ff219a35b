/** One pattern of a path expression: `/World//Chair*{isa:Mesh}.prim[a-c]`. */
import type { ExpressionCursor } from "./expression-cursor.ts";
import { readBracedPredicate, type Predicate } from "./predicate-expression.ts";

/** A name with wildcards, a predicate, or both. */
export interface PatternElement {
  /** Wildcards are `*`, `?`, `[a-z]` and `[!a]`; "" matches every name. */
  readonly glob: string;
  /** Variant selections after the name, `{look=red}`: of an expression that was read below a variant. */
  readonly selections?: string | undefined;
  readonly predicate?: Predicate | undefined;
}

/** Any number of prims, none included: the `//` of a pattern. */
export const STRETCH = "//";

/** A pattern of paths. */
export interface PathPattern {
  readonly kind: "pattern";
  /** The normal text. */
  readonly text: string;
  /** Of prims, in order; those of a relative pattern after its dots. */
  readonly steps: readonly (PatternElement | typeof STRETCH)[];
  /** The element of a property, if the pattern is one of properties. */
  readonly property?: PatternElement | undefined;
}

/** Reads a pattern, whose normal text differs only in the predicates; undefined if it is ill-formed. */
export function readPathPattern(cursor: ExpressionCursor): PathPattern | undefined {
  const reader = new PatternReader(cursor);
  return reader.read() ? reader.pattern : undefined;
}

class PatternReader {
  private readonly cursor: ExpressionCursor;
  private readonly parts: string[] = [];
  private readonly steps: (PatternElement | typeof STRETCH)[] = [];
  private property: PatternElement | undefined;

  constructor(cursor: ExpressionCursor) {
    this.cursor = cursor;
  }

  get pattern(): PathPattern {
    const text = this.parts.join("");
    return { kind: "pattern", text, steps: this.steps, property: this.property };
  }

  read(): boolean {
    const { cursor, parts } = this;
    if (this.takeStretch()) return !this.startsElement() || this.readElements();
    if (cursor.take("/")) parts.push("/");
    else if (cursor.at("..")) return this.readFromParent();
    else if (cursor.take(".")) {
      parts.push(".");
      if (!this.takeStretch()) return true;
    } else return this.readElements();
    return !this.startsElement() || this.readElements();
  }

  /** `..`, `../..`, then `/elements` or `//` with or without elements. */
  private readFromParent(): boolean {
    const { cursor, parts } = this;
    cursor.take("..");
    parts.push("..");
    while (cursor.take("/..")) parts.push("/..");
    if (this.takeStretch()) return !this.startsElement() || this.readElements();
    if (!cursor.take("/")) return true;
    parts.push("/");
    return this.readElements();
  }

  /** Prim elements joined by `/` or `//`, then a property element after a `.`, or a trailing `//`. */
  private readElements(): boolean {
    const { cursor, parts } = this;
    for (;;) {
      const element = this.readElement(false);
      if (element === undefined) return false;
      this.steps.push(element);
      if (this.takeStretch()) {
        if (!this.startsElement()) return true;
      } else if (cursor.take("/")) parts.push("/");
      else if (element.selections === undefined || !this.startsElement()) break;
    }
    if (!cursor.take(".")) return true;
    parts.push(".");
    this.property = this.readElement(true);
    return this.property !== undefined;
  }

  private takeStretch(): boolean {
    if (!this.cursor.take(STRETCH)) return false;
    this.parts.push(STRETCH);
    this.steps.push(STRETCH);
    return true;
  }

  private startsElement(): boolean {
    const { cursor } = this;
    return cursor.isName() || cursor.at("?") || cursor.at("*") || cursor.at("[") || cursor.at("{");
  }

  private readElement(isProperty: boolean): PatternElement | undefined {
    const { cursor, parts } = this;
    const start = cursor.position;
    for (;;) {
      if (cursor.isName() || cursor.at("?") || cursor.at("*") || (isProperty && cursor.at(":"))) cursor.position++;
      else if (!cursor.at("[")) break;
      else if (!skipCharacterClass(cursor)) return undefined;
    }
    const glob = cursor.slice(start);
    parts.push(glob);
    const selections = glob === "" ? "" : cursor.takeSelections();
    if (selections !== "") {
      parts.push(selections);
      return { glob, selections };
    }
    if (!cursor.at("{")) {
      if (glob !== "") return { glob };
      cursor.fail("a path pattern element");
      return undefined;
    }
    const predicate = readBracedPredicate(cursor);
    if (predicate === undefined) return undefined;
    parts.push(`{${predicate.text}}`);
    return { glob, predicate };
  }
}

/** `[a-z]`, `[!a]`: at least one character between the brackets. */
function skipCharacterClass(cursor: ExpressionCursor): boolean {
  const start = ++cursor.position;
  while (cursor.isName() || "!-?*".includes(cursor.text.charAt(cursor.position) || " ")) cursor.position++;
  if (cursor.position === start) return cursor.fail("characters between '[' and ']'");
  return cursor.take("]") || cursor.fail("']'");
}
