// Looks for inputs that break the parser: node test/robustness/mutate.ts --count N --seed S [--from N] [--unsafe]

import { parseArgs } from "node:util";
import { examine } from "./examine.ts";
import { mutate, mutateUnsafely } from "./mutations.ts";
import { readSeeds } from "./seeds.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) },
    from: { type: "string", default: "0" },
    unsafe: { type: "boolean", default: false },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const from = Number(values.from);
if (![count, seed, from].every((number) => Number.isInteger(number) && number >= 0)) {
  throw new RangeError("--count, --seed and --from take whole numbers");
}

const seeds = readSeeds();
console.log(`${count} mutations of ${seeds.length} files, seed ${seed}`);
let found = 0;
for (let number = from; number < from + count; number++) {
  const { bytes } = values.unsafe ? mutateUnsafely(seeds, seed, number) : mutate(seeds, seed, number);
  const problems = examine(bytes);
  if (problems.length === 0) continue;
  found++;
  console.log(
    `\n--seed ${seed} --from ${number} --count 1${values.unsafe ? " --unsafe" : ""}\n${problems.join("\n")}\n${JSON.stringify(new TextDecoder().decode(bytes))}`,
  );
}
console.log(`${found} of ${count} found something`);
process.exitCode = found === 0 ? 0 : 1;
