// The kernels in WebAssembly: AssemblyScript to modules as text, which sources and packages import like any other module.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { main } from "assemblyscript/asc";

const root = resolve(import.meta.dirname, "../../../..");

/** A kernel: its source, and the module that it becomes, from the root of the repository. */
export interface Kernel {
  readonly source: string;
  readonly output: string;
}

export const kernels: readonly Kernel[] = [
  { source: "packages/usda/assembly/numbers.ts", output: "packages/usda/src/scan/kernel/numbers.generated.ts" },
  { source: "packages/usda/assembly/tokens.ts", output: "packages/usda/src/scan/kernel/tokens.generated.ts" },
  { source: "packages/usdc/assembly/crate.ts", output: "packages/usdc/src/bytes/crate.generated.ts" },
];

/** Compiles a kernel; returns the text of its generated module. */
export async function compileKernel({ source }: Kernel): Promise<string> {
  let binary: Uint8Array = new Uint8Array();
  let messages = "";
  const { error } = await main(
    // Without a runtime: a kernel allocates no objects. `abort` would be an import.
    [
      source,
      "--outFile",
      "kernel.wasm",
      "-O3",
      "--noAssert",
      "--runtime",
      "stub",
      "--use",
      "abort=",
      "--initialMemory",
      "10",
      "--enable",
      "simd",
    ],
    {
      readFile: (name, base) => {
        try {
          return readFileSync(join(root, base, name), "utf8");
        } catch {
          return null;
        }
      },
      writeFile: (_name, contents) => {
        if (typeof contents !== "string") binary = contents;
      },
      listFiles: () => [],
      stderr: {
        write: (chunk: Uint8Array | string) => {
          messages += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
        },
      },
    },
  );
  if (error !== null || binary.length === 0) throw new Error(`${source}: ${messages}`);
  const text = Buffer.from(binary).toString("base64");
  return (
    `// Made by \`npx -y pnpm@12 run kernels\` from ${source}.\n\n` +
    `/** A module of WebAssembly, ${binary.length} bytes in base64. */\nexport const kernelModule =\n  "${text}";\n`
  );
}
