import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const young = new URL("young-space.ts", import.meta.url).href;
const flags = new URL("v8-flags.ts", import.meta.url).href;

/** Whether V8 takes, in another process, code that was saved with `save`, after flags have changed. */
function isTaken(save: string): boolean {
  const code = "(() => 1)";
  const make = `
    import { Script } from "node:vm";
    import { keepOldSpaceSmall, keepYoungSpaceSmall } from "${young}";
    import { withInitialV8Flags } from "${flags}";
    const script = new Script("${code}");
    keepOldSpaceSmall();
    keepYoungSpaceSmall();
    const save = () => script.createCachedData().toString("base64");
    process.stdout.write(${save});`;
  const kept = node(make);
  return (
    node(`
    import { Script } from "node:vm";
    const script = new Script("${code}", { cachedData: Buffer.from("${kept}", "base64") });
    process.stdout.write(String(script.cachedDataRejected));`) === "false"
  );
}

function node(code: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return stdout;
}

test("code that is saved under the initial flags is taken by the next process", () => {
  expect([isTaken("save()"), isTaken("withInitialV8Flags(save)")]).toEqual([false, true]);
});
