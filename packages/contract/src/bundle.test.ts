// Contents of a client's bundle: nothing that is not called, and no prose of the OpenAPI document.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";

/** Minified code of a program, without zod. */
async function bundle(program: string): Promise<string> {
  const build = await rolldown({
    input: "program",
    external: ["zod"],
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === "program" ? id : null),
        load: (id) => (id === "program" ? program.replaceAll("contract", join(import.meta.dirname, "index.ts")) : null),
      },
    ],
    onLog(level, log) {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  return output[0].code;
}

describe("a bundle", () => {
  test("of all endpoints is at most 10 KB, gzipped and without zod", async () => {
    const code = await bundle('import { endpoints } from "contract"; console.log(endpoints);');
    expect(code).toContain("/global/gen3d/v1/generate/task/get");
    expect(gzipSync(code).length).toBeLessThanOrEqual(10 * 1024);
    expect(code).not.toContain("Whether it is over");
  });

  test("of one endpoint contains no other", async () => {
    const code = await bundle('import { getWorld } from "contract"; console.log(getWorld);');
    expect(code.match(/\/(?:global|ous)\/[\w/{}-]+/g)).toEqual(["/global/world/v1/{worldId}"]);
    expect(gzipSync(code).length).toBeLessThanOrEqual(2 * 1024);
  });

  test("of nothing is empty", async () => {
    expect(await bundle('import "contract";')).toBe("");
  });

  test("of a rule contains no schema", async () => {
    const code = await bundle(
      'import { checkWorldResources, limits } from "contract"; console.log(checkWorldResources, limits);',
    );
    expect(code).not.toContain("zod");
  });
});
