// Campaign in CI: Compiled code outlives a full garbage collection
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const ROUNDS = 16;
/** V8 compiles most functions in the first rounds. */
const WARM_UP = 6;

const script = `
import { parseUsda, printUsda } from ${JSON.stringify(fileURLToPath(import.meta.resolve("@usdkit/usda")))};
import { readUsdc, writeUsdc } from ${JSON.stringify(fileURLToPath(import.meta.resolve("@usdkit/usdc")))};
const prim = (i) => \`def Mesh "p\${i}" { int n = \${i}\\n token t = "v\${i % 9}"\\n }\`;
const text = "#usda 1.0\\n" + Array.from({ length: 1500 }, (_, i) => prim(i)).join("\\n");
for (let round = 0; round < ${ROUNDS}; round++) {
  gc();
  console.log("round", round);
  const { layer, ok } = parseUsda(text);
  if (!ok) throw new Error("The text has a problem: the recovery from it would be measured");
  printUsda(layer);
  printUsda(readUsdc(writeUsdc(layer)).layer);
}
gc();
`;

/** Runs a script; returns the lines about compiled code that V8 discarded after the first rounds. */
function discardedBy(file: string): readonly string[] {
  const log = execFileSync(process.execPath, ["--expose-gc", "--trace-opt", "--trace-deopt", file], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(log).toMatch(/completed (?:optimizing|compiling)/u);
  const afterWarmUp = log.slice(log.indexOf(`round ${WARM_UP}`));
  return afterWarmUp.split("\n").filter((line) => line.includes("embedded weak objects cleared"));
}

test.each(["as it is", "bundled and minified, as commands are"])(
  "reading and writing keep their compiled code when no layer is in use: code %s",
  async (form) => {
    const folder = mkdtempSync(join(tmpdir(), "compiled-code-"));
    try {
      const file = join(folder, "script.mjs");
      writeFileSync(file, script);
      if (form !== "as it is") {
        const build = await rolldown({ input: file, platform: "node" });
        await build.write({ file, format: "esm", minify: true });
        await build.close();
      }
      const discarded = discardedBy(file);
      // Objects without a class, and Node's own functions; a class that is freed costs several functions in every round.
      expect(discarded.length < ROUNDS - WARM_UP ? [] : discarded).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
