/** Splits a path's text into elements with their positions, for renaming. */

export interface PathElement {
  readonly name: string;
  /** `{set=v}{…}` after the name, or "". */
  readonly variants: string;
  readonly isProperty: boolean;
  /** Offset of the name in the text, or -1 if the name comes from the anchor. */
  readonly offset: number;
}

/**
 * Returns the paths of a text such as `/A/B.rel[/C].attr`, one for the text and one for each bracket, as elements
 * from the root. Relative paths begin with the elements of `anchor`.
 */
export function pathElements(text: string, anchor: string): PathElement[][] {
  const found: PathElement[][] = [];
  const outer: PathElement[][] = [];
  let elements = begin(text, 0, anchor);
  found.push(elements);
  let i = 0;
  while (i < text.length) {
    const mark = text[i];
    if (mark === "[") {
      outer.push(elements);
      elements = begin(text, i + 1, anchor);
      found.push(elements);
      i++;
    } else if (mark === "]") {
      elements = outer.pop() ?? [];
      i++;
    } else if (mark === "/") i++;
    else if (mark === ".") {
      if (text[i + 1] === ".") {
        elements.pop();
        i += 2;
      } else if (isNameEnd(text[i + 1])) i++;
      else i = addName(text, i + 1, elements, true);
    } else if (mark === "{") i = addVariant(text, i, elements);
    else if (isNameEnd(mark)) i++;
    else i = addName(text, i, elements, false);
  }
  return found;
}

function begin(text: string, at: number, anchor: string): PathElement[] {
  if (text[at] === "/" || anchor === "") return [];
  const [elements] = pathElements(anchor, "");
  return elements.map((element) => ({ ...element, offset: -1 }));
}

function addName(text: string, at: number, elements: PathElement[], isProperty: boolean): number {
  let end = at;
  while (end < text.length && !isNameEnd(text[end])) end++;
  elements.push({ name: text.slice(at, end), variants: "", isProperty, offset: at });
  return end;
}

function addVariant(text: string, at: number, elements: PathElement[]): number {
  const close = text.indexOf("}", at);
  const end = close < 0 ? text.length : close + 1;
  const owner = elements.pop();
  if (owner !== undefined) {
    elements.push({ ...owner, variants: owner.variants + text.slice(at, end).replaceAll(/[ \t]/g, "") });
  }
  return end;
}

function isNameEnd(mark: string | undefined): boolean {
  return mark === undefined || "/.[]{} \t".includes(mark);
}
