// Runs node:test as in CI, where nothing is written, as on a developer's machine, and with --test-update-snapshots.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

/** Runs the tests and checks their result and output. */
function run(good, words, env, ...flags) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--test", ...flags, "scene.test.js"], {
    encoding: "utf8",
    env: { ...process.env, CI: "", ...env },
  });
  const output = stdout + stderr;
  if ((status === 0) !== good || !words.every((each) => output.includes(each))) {
    throw new Error(`node --test ${flags.join(" ")}: exit code ${status}, "${words.join('", "')}" expected\n${output}`);
  }
}

run(false, ["There is no golden file golden/scene.usda", "There is no golden file golden/render.png"], { CI: "true" });
if (existsSync("golden")) throw new Error("written in CI");
run(true, ["New golden file golden/scene.usda", "New golden file golden/render.png"], {});
run(true, ["pass 2"], { CI: "true" });
run(false, ["Before, after and difference: golden/render.diff.png", "/Right  ", "~ positions"], { RIGHT: "0.7" });
run(true, ["Updated golden file golden/render.png"], { RIGHT: "0.7" }, "--test-update-snapshots");
run(true, ["pass 2"], { CI: "true", RIGHT: "0.7" });
if (readdirSync("golden").length !== 2) throw new Error(`left: ${readdirSync("golden").join(", ")}`);
