/**
 * Node's modules that every run needs. An `import` of them would make a live binding of each of their exports, which loads
 * what they re-export (streams, promises, workers, …): 2 to 3 ms for each module.
 */
import type * as Buffers from "node:buffer";
import type * as Files from "node:fs";
import type * as Paths from "node:path";

export const buffer: typeof Buffers = process.getBuiltinModule("node:buffer");
export const fs: typeof Files = process.getBuiltinModule("node:fs");
export const path: typeof Paths = process.getBuiltinModule("node:path");
