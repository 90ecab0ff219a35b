/** XML as elements with attributes: what MaterialX documents are. */
import sax from "sax";

/** An element. Its text is not kept. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly parent: XmlElement | undefined;
  /** Where it begins; they count from 1. */
  readonly line: number;
  readonly column: number;
}

/** Why a text cannot be read, and where. */
export interface XmlProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

const MOST_CHARACTERS = 1 << 26;
const MOST_ELEMENTS = 1_000_000;
const MOST_DEPTH = 64;

/**
 * Returns the root element of a text. Entities that the text defines are not replaced, nothing else is read, and there are bounds on
 * characters, elements and depth.
 */
export function readXml(text: string): XmlElement | XmlProblem {
  if (text.length > MOST_CHARACTERS) return problem(`The document has more than ${MOST_CHARACTERS} characters`, 1, 1);
  const parser = sax.parser(true, { position: true });
  let root: XmlElement | undefined;
  let elements = 0;
  const open: (XmlElement & { children: XmlElement[] })[] = [];
  /** Where the tag begins that is read. */
  let tag = { line: 1, column: 1 };
  parser.onopentagstart = () => {
    const length = parser.position - parser.startTagPosition + 1;
    // A tag name has no line breaks.
    tag = { line: parser.line + 1, column: Math.max(1, parser.column - length + 1) };
  };
  parser.onopentag = ({ name, attributes }) => {
    if (++elements > MOST_ELEMENTS) throw new Stop(`The document has more than ${MOST_ELEMENTS} elements`);
    if (open.length === MOST_DEPTH) throw new Stop(`Elements nest deeper than ${MOST_DEPTH}`);
    const parent = open.at(-1);
    const values = new Map(Object.entries(attributes).map(([key, value]) => [key, String(value)]));
    const element = { name, attributes: values, children: [], parent, ...tag };
    if (parent === undefined) root ??= element;
    else parent.children.push(element);
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the parser has no other way
  parser.onerror = ({ message }) => {
    const [what = ""] = message.split("\n");
    throw new Stop(`Expected XML: ${what.replace(/\.$/u, "")}`);
  };
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Stop) return problem(error.message, parser.line + 1, parser.column + 1);
    throw error;
  }
  return root ?? problem("Expected XML, found nothing", 1, 1);
}

class Stop extends Error {}

function problem(message: string, line: number, column: number): XmlProblem {
  return { message, line, column };
}
