/**
 * Limits the memory of a WebAssembly module made by Emscripten: growth beyond `bytes` fails, as if memory were exhausted, and
 * the module aborts. Its C++ code allocates whatever a file declares.
 *
 * @returns Whether a memory was found among the exports
 */
export function boundMemory(exports: object, bytes: number): boolean {
  const memory = Object.values(exports).find(isMemory);
  if (memory === undefined) return false;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65536 > bytes)
      throw new RangeError(`more than ${bytes} bytes were asked for`);
    return grow(pages);
  };
  return true;
}

/** `WebAssembly.Memory`, whose type not every environment declares. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow: (pages: number) => number;
}

function isMemory(item: unknown): item is Memory {
  return Object.prototype.toString.call(item) === "[object WebAssembly.Memory]";
}
