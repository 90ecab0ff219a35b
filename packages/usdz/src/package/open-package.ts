/** Packages, opened. */
import { bytesOf, type LazyBytes } from "@usdkit/base";
import type { PackageDiagnostic } from "../zip/package-diagnostic.ts";
import { crc32 } from "../zip/crc32.ts";
import type { ZipEntry } from "../zip/read-zip.ts";
import { readZip } from "../zip/read-zip.ts";
import { isLayerName } from "./layer-name.ts";

/** A file of a package. */
export interface PackageFile {
  /** Path in the package, with `/`: `textures/wood.png`. */
  readonly path: string;
  /** Offset of its first byte in the package. */
  readonly offset: number;
  readonly size: number;
  /** Its bytes, a view on those of the package; of a lazy package read whenever this is looked at. */
  readonly data: Uint8Array;
  /** Its bytes, read when they are needed if those of the package are. */
  readonly source: Uint8Array | LazyBytes;
}

/** What {@link openPackage} returns. */
export interface OpenedPackage {
  /** The usable files, in their order. */
  readonly files: readonly PackageFile[];
  /** The first file, if it is a layer: the root layer of the package. */
  readonly rootLayer: PackageFile | undefined;
  /** The file at a path of the package. */
  file(path: string): PackageFile | undefined;
  readonly diagnostics: readonly PackageDiagnostic[];
  /** No diagnostics. */
  readonly ok: boolean;
}

/** How {@link openPackage} opens. */
export interface OpenPackageOptions {
  /** Whether the checksum of every file is compared; off by default, since it reads every byte. */
  readonly checkSums?: boolean | undefined;
}

/**
 * Opens a package (`.usdz`): a ZIP archive whose files are stored and of which the first is a layer. Nothing is copied, so
 * `bytes` must not change. Of lazy bytes the directory is read now, a file when it is looked at. Bad input never throws: entries that cannot be used are left out and reported.
 *
 * ```ts
 * const { rootLayer, files } = openPackage(bytes);
 * ```
 *
 * @throws ByteReadError if lazy bytes cannot be read: here, and where the bytes of a file are looked at
 */
export function openPackage(bytes: Uint8Array | LazyBytes, options: OpenPackageOptions = {}): OpenedPackage {
  const { entries, diagnostics: found } = readZip(bytes);
  const diagnostics = [...found];
  const files = entries.map((entry) => packageFile(bytes, entry));
  if (options.checkSums === true) diagnostics.push(...entries.flatMap((entry) => checkSum(bytes, entry)));
  const [first] = files;
  // The first file of the archive, not the first that can be used.
  const isFirst = entries[0]?.headerOffset === 0;
  const rootLayer = first !== undefined && isFirst && isLayerName(first.path) ? first : undefined;
  // A problem of the archive is the reason, if there is one.
  if (rootLayer === undefined && diagnostics.length === 0) {
    const message =
      first === undefined
        ? "The package has no files, expected a layer first"
        : `The first file of the package is ${JSON.stringify(first.path)}, expected a layer (.usda, .usdc, .usd or .usdz)`;
    diagnostics.push({ code: "USDZ_ROOT", message, offset: 0, entry: first?.path });
  }
  const byPath = new Map(files.map((file) => [file.path, file]));
  return { files, rootLayer, file: (path) => byPath.get(path), diagnostics, ok: diagnostics.length === 0 };
}

function packageFile(bytes: Uint8Array | LazyBytes, { path, offset, size }: ZipEntry): PackageFile {
  const source = bytes.subarray(offset, offset + size);
  if (source instanceof Uint8Array) return { path, offset, size, data: source, source };
  return {
    path,
    offset,
    size,
    source,
    get data() {
      return source.slice();
    },
  };
}

function checkSum(
  bytes: Uint8Array | LazyBytes,
  { path, offset, size, crc32: expected }: ZipEntry,
): PackageDiagnostic[] {
  if (crc32(bytesOf(bytes, offset, offset + size)) === expected) return [];
  const message = `Entry ${JSON.stringify(path)} is damaged: its checksum differs`;
  return [{ code: "USDZ_CHECKSUM", message, offset, entry: path }];
}
