/** Reads rows of a PLY element in any encoding: pieces of a table of floats. */
import { AssetError } from "../errors/asset-error.ts";
import { readAsciiRows } from "./ascii-rows.ts";
import { readBinaryRows } from "./binary-rows.ts";
import { typeSizes, type PlyElement, type PlyFile, type PlyHeader } from "./ply-header.ts";
import type { RowPiece } from "./row-piece.ts";

/**
 * Passes the numbers of the named properties to `use`, piece by piece; a piece is valid only during the call.
 *
 * @throws AssetError if the bytes do not match the header
 */
export function readRows(
  file: PlyFile,
  element: PlyElement,
  names: readonly string[],
  use: (piece: RowPiece) => void,
): void {
  if (file.header.format === "ascii") readAsciiRows(file, element, names, use);
  else readBinaryRows(file, element, names, use);
}

/**
 * Checks that the declared elements fit into the file, before anything of their size is allocated.
 *
 * @throws AssetError if the bytes are too few even if every list is empty
 */
export function checkPlySizes(
  { length }: { readonly length: number },
  { format, elements, dataOffset }: PlyHeader,
): void {
  let offset = dataOffset;
  for (const { name, count, properties, offset: declaredAt } of elements) {
    // In text a number and the blank or line end after it; the last line may end with the file.
    const least = properties.reduce((sum, { type, countType }) => {
      return sum + (format === "ascii" ? 2 : typeSizes[countType ?? type]);
    }, 0);
    const rest = length - offset + (format === "ascii" ? 1 : 0);
    if (count * least > rest) {
      const message = `${count} rows of at least ${least} bytes are declared, found ${Math.max(0, length - offset)} bytes.`;
      throw new AssetError("truncated", message, { where: `element ${name}`, offset: declaredAt });
    }
    offset += count * least;
  }
}
