/** Texts of the examples of stage rules. */

/** Returns a layer with a header; `metadata` is that of the layer. */
export function layerText(body: string, metadata = ""): string {
  const fields = metadata === "" ? "" : `(\n    ${metadata}\n)\n`;
  return `#usda 1.0\n${fields}\n${body}\n`;
}

/** Returns a prim with metadata. */
export function primText(name: string, metadata: string, body = ""): string {
  return `def Xform "${name}" (\n    ${metadata}\n)\n{\n${body}}`;
}
