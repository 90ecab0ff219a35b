/** Files on a disk, read whole or in parts. */
import { isBinaryLayer, LazyBytes } from "@usdkit/base";
import { descriptors, fs, stateOf, type FileHandle } from "./descriptors.ts";
import { FileReader } from "./file-reader.ts";

/** Shorter files are read whole: that takes less time than their tables do. */
const MIN_LAZY_SIZE = 1 << 18;
/** Bytes that tell the encodings apart. */
const HEAD_SIZE = 8;
/** What one call of the system reads at most. */
const MAX_READ = 2 ** 30;
/** Offsets of texts have 32 bits. */
const MAX_WHOLE = 2 ** 32;

/** How {@link openFile} reads. */
export interface OpenFileOptions {
  /** Whether a file of 256 KiB or more is read in parts, by its first eight bytes. Default: crates and packages are. */
  readonly inParts?: ((head: Uint8Array) => boolean) | undefined;
}

/**
 * Opens a file for `openLayer`. A crate or a package of 256 KiB or more is read in parts when these are needed, and its
 * descriptor stays open until {@link LazyBytes.close}, the garbage collection of the bytes, or the use of 128 other files;
 * then the file is opened again when it is read again. Any other file is read whole.
 *
 * Every part is of the content that the file had here. If it has changed since (size, time of change or inode), reading
 * another part throws a ByteReadError with the name of the file.
 *
 * ```ts
 * const bytes = openFile("city.usdc");
 * const { layer } = openLayer(bytes);
 * layer.root.children[0]?.properties[0]; // the arrays of other properties are not read
 * ```
 *
 * @param path a name, or the bytes of one that is not UTF-8
 * @throws the error of the file system if there is no such file, or it cannot be read
 */
export function openFile(
  path: string | Uint8Array,
  { inParts = isBinaryLayer }: OpenFileOptions = {},
): Uint8Array | LazyBytes {
  const name = typeof path === "string" ? path : Buffer.from(path);
  const descriptor = descriptors.openPath(name);
  let isKept = false;
  try {
    const state = stateOf(descriptor);
    // Of a pipe the size is not known.
    if (!fs.fstatSync(descriptor).isFile()) return fs.readFileSync(descriptor);
    const size = Number(state.size);
    if (size >= MIN_LAZY_SIZE && inParts(readStart(descriptor, HEAD_SIZE))) {
      const handle: FileHandle = { path: name, state, descriptor };
      isKept = true;
      return LazyBytes.of(new FileReader(handle));
    }
    if (size >= MAX_WHOLE) {
      throw new Error(`the file has ${(size / 2 ** 30).toFixed(1)} GiB; the limit of text is 4 GiB`);
    }
    return size === 0 ? fs.readFileSync(descriptor) : readStart(descriptor, size);
  } finally {
    if (!isKept) fs.closeSync(descriptor);
  }
}

/** Returns the first bytes of a file, fewer if it is shorter. */
function readStart(descriptor: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const count = fs.readSync(descriptor, bytes, length, Math.min(size - length, MAX_READ), length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
