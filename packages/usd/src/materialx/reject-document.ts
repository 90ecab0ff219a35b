/** In place of the reader of MaterialX documents where its size counts: in bundles for browsers. */
import type { XmlProblem } from "./read-xml.ts";

/** Returns why a document is not read. */
export function readMaterialX(_text: string): XmlProblem {
  const message = "MaterialX documents are not read in browsers: convert it to a USD layer, and refer to that one";
  return { message, line: 1, column: 1 };
}
