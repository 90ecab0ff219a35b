/** Compiled code outlives a full garbage collection: a program that handles one layer after the other stays fast. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const ROUNDS = 16;
/** V8 compiles most functions in the first rounds. */
const WARM_UP = 6;

const script = `
import { parseUsda, printUsda } from ${JSON.stringify(import.meta.resolve("@usdkit/usda"))};
import { readUsdc, writeUsdc } from ${JSON.stringify(import.meta.resolve("@usdkit/usdc"))};
const prim = (i) => \`def Mesh "p\${i}" { int n = \${i} \\n token t = "v\${i % 9}" }\`;
const text = "#usda 1.0\\n" + Array.from({ length: 1500 }, (_, i) => prim(i)).join("\\n");
for (let round = 0; round < ${ROUNDS}; round++) {
  gc();
  console.log("round", round);
  const { layer } = parseUsda(text);
  printUsda(layer);
  printUsda(readUsdc(writeUsdc(layer)).layer);
}
gc();
`;

test("reading and writing keep their compiled code when no layer is in use", () => {
  const flags = ["--expose-gc", "--trace-opt", "--trace-deopt", "--input-type=module"];
  const log = execFileSync(process.execPath, [...flags, "-e", script], { encoding: "utf8" });
  expect(log).toMatch(/completed (?:optimizing|compiling)/u);
  const afterWarmUp = log.slice(log.indexOf(`round ${WARM_UP}`));
  const discarded = afterWarmUp.split("\n").filter((line) => line.includes("embedded weak objects cleared"));
  // Objects without a class, and Node's own functions; a class that is freed costs several functions in every round.
  expect(discarded.length < ROUNDS - WARM_UP ? [] : discarded).toEqual([]);
});
