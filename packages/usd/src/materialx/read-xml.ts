/** XML as elements with attributes: what MaterialX documents are. */
import { SaxesParser } from "saxes";

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
  const parser = new SaxesParser();
  let root: XmlElement | undefined;
  let failure: XmlProblem | undefined;
  let elements = 0;
  const open: (XmlElement & { children: XmlElement[] })[] = [];
  const fail = (message: string): never => {
    failure ??= problem(message, parser.line, parser.columnIndex + 1);
    throw new Stop();
  };
  parser.on("error", ({ message }) => fail(`Expected XML: ${message.replace(/^\d+:\d+: /u, "").replace(/\.$/u, "")}`));
  parser.on("opentag", ({ name, attributes }) => {
    if (++elements > MOST_ELEMENTS) fail(`The document has more than ${MOST_ELEMENTS} elements`);
    if (open.length === MOST_DEPTH) fail(`Elements nest deeper than ${MOST_DEPTH}`);
    const parent = open.at(-1);
    const place = { line: parser.line, column: parser.columnIndex + 1 };
    const element = { name, attributes: new Map(Object.entries(attributes)), children: [], parent, ...place };
    if (parent === undefined) root ??= element;
    else parent.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  try {
    parser.write(text).close();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return failure ?? root ?? problem("Expected XML, found nothing", 1, 1);
}

class Stop extends Error {}

function problem(message: string, line: number, column: number): XmlProblem {
  return { message, line, column };
}
