/** Kernels: small WebAssembly modules with an equivalent JavaScript implementation. */

/** The memory of a kernel; `buffer` changes when it grows. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Grows by pages of 64 KiB. */
  grow(pages: number): number;
}

/** Exports that every kernel has. */
export interface KernelExports {
  readonly memory: KernelMemory;
}

/** The part of WebAssembly that is used; the type libraries of this program do not include the browser types. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/**
 * Compiles and instantiates a module, synchronously and without `eval`.
 *
 * @param base64 the bytes of a module without imports
 * @returns its exports; undefined if WebAssembly is unavailable or a content security policy forbids it; the caller
 *   then uses JavaScript
 */
export function loadKernel<T extends KernelExports>(base64: string): T | undefined {
  const { WebAssembly } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
  if (WebAssembly === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    // A test compares the exports of our modules with their source.
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as T;
  } catch {
    return undefined;
  }
}
