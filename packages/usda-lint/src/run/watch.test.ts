// --watch with a real process.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memoryContext } from "@usdkit/command/context/memory-context";
import { main } from "../bin/main.ts";
import { BAD, commandFile, GOOD, plainEnvironment, TestFolder, TWICE } from "../test-support/run-command.ts";

/** A running `usda-lint --watch`. */
class Watching implements AsyncDisposable {
  readonly #child: ChildProcess;
  #output = "";
  #errors = "";

  constructor(cwd: string, ...args: string[]) {
    this.#child = spawn(process.execPath, [commandFile("usda-lint"), "--watch", "--profile", "usda", ...args], {
      cwd,
      env: plainEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.on("data", (chunk) => (this.#output += String(chunk)));
    this.#child.stderr?.on("data", (chunk) => (this.#errors += String(chunk)));
  }

  /** What was printed until the next `watching …`. */
  async round(): Promise<{ stdout: string; stderr: string }> {
    const end = /usda-lint: watching \d+ files?; Ctrl-C to stop\n/;
    while (!end.test(this.#errors)) {
      if (this.#child.exitCode !== null) throw new Error(`it ended: ${this.#output}${this.#errors}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const result = { stdout: this.#output, stderr: this.#errors };
    this.#output = this.#errors = "";
    return result;
  }

  async interrupt(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#child.on("exit", resolve));
    this.#child.kill("SIGINT");
    return ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.on("exit", resolve));
    this.#child.kill("SIGKILL");
    await ended;
  }
}

describe.skipIf(process.platform === "win32")("--watch", () => {
  test("checks, then what changed, comes, moves; ends with 130", async () => {
    using folder = new TestFolder({ "a.usda": TWICE, "s/b.usda": GOOD });
    mkdirSync(join(folder.path, "empty"));
    await using watching = new Watching(folder.path);
    const first = await watching.round();
    expect(first).toEqual({
      stdout: expect.stringMatching(
        /^a\.usda:5:5: warning duplicate-field [^\n]+\n\d errors?, \d warnings? in \d files?\n$/,
      ) as string,
      stderr: "usda-lint: watching 2 files; Ctrl-C to stop\n",
    });
    // Only what changed is checked again.
    folder.write("s/b.usda", BAD);
    expect((await watching.round()).stdout).toMatch(
      /^s\/b\.usda:4:13: error usda-syntax [^\n]+\n\d errors?, \d warnings? in \d files?\n$/,
    );
    folder.write("empty/new.usda", BAD);
    expect((await watching.round()).stdout).toMatch(
      /^empty\/new\.usda:4:13: [^\n]+\n\d errors?, \d warnings? in \d files?\n$/,
    );
    folder.write("fresh/deep/new.usda", BAD);
    expect((await watching.round()).stdout).toMatch(
      /^fresh\/deep\/new\.usda:4:13: [^\n]+\n\d errors?, \d warnings? in \d files?\n$/,
    );
    // As editors save: another file, renamed over it.
    writeFileSync(join(folder.path, "tmp"), BAD);
    renameSync(join(folder.path, "tmp"), join(folder.path, "a.usda"));
    expect((await watching.round()).stdout).toMatch(/^a\.usda:4:13: [^\n]+\n\d errors?, \d warnings? in \d files?\n$/);
    expect(await watching.interrupt()).toBe(130);
  });

  test("everything again when the configuration comes or changes, or what it names", async () => {
    using folder = new TestFolder({ "a.usda": TWICE, "b.usda": TWICE, "c.usda": GOOD });
    await using watching = new Watching(folder.path);
    expect((await watching.round()).stdout.match(/: warning/g)).toHaveLength(2);
    folder.write(
      "usda-lint.config.json",
      JSON.stringify({ rules: { "duplicate-field": "error" }, baseline: "base.json" }),
    );
    const withConfig = await watching.round();
    expect(withConfig.stdout.match(/: error/g)).toHaveLength(2);
    expect(withConfig.stderr).toContain("base.json: no such baseline");
    const entry = { rule: "duplicate-field", primPath: "/World", property: "x", count: 1 };
    folder.write("base.json", JSON.stringify({ version: 1, files: { "a.usda": [entry], "b.usda": [entry] } }));
    expect((await watching.round()).stdout).toBe("");
    rmSync(join(folder.path, "usda-lint.config.json"));
    expect((await watching.round()).stdout.match(/: warning/g)).toHaveLength(2);
    expect(await watching.interrupt()).toBe(130);
  });

  test("nothing is cleared where no terminal is, and a broken configuration does not end it", async () => {
    using folder = new TestFolder({ "a.usda": BAD, "usda-lint.config.mjs": "export default {" });
    await using watching = new Watching(folder.path, "--format", "pretty");
    const broken = await watching.round();
    expect(broken.stderr).toContain("usda-lint.config.mjs");
    expect(broken.stdout + broken.stderr).not.toContain("\x1b");
    folder.write("usda-lint.config.mjs", "export default {};");
    expect((await watching.round()).stdout).toContain("a.usda:4:13");
    folder.write("usda-lint.config.mjs", 'export default { rules: { "usda-syntax": "off" } };');
    expect((await watching.round()).stdout).toBe("✔ No problems found in 1 file\n");
  });
});

test("a terminal keeps the findings of files that did not change, until they are fixed or removed", async () => {
  using folder = new TestFolder({ "a.usda": BAD, "b.usda": GOOD, "c.usda": TWICE });
  const context = memoryContext({ cwd: folder.path, terminal: 80, env: { CI: "true" } });
  const ended = main("usda-lint", ["--watch", "--profile", "usda", "--format", "concise", "--no-color"], context);
  const screen = async (round: number): Promise<string[]> => {
    while (context.output().stderr.split("watching").length <= round) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const last = context.output().stdout.split("\x1b[2J\x1b[H").at(-1) ?? "";
    return Array.from(last.matchAll(/^(\w)\.usda:/gm), ([, name = ""]) => name);
  };
  expect(await screen(1)).toEqual(["a", "c"]);
  folder.write("b.usda", TWICE);
  expect(await screen(2)).toEqual(["a", "b", "c"]);
  folder.write("a.usda", GOOD);
  expect(await screen(3)).toEqual(["b", "c"]);
  rmSync(join(folder.path, "c.usda"));
  expect(await screen(4)).toEqual(["b"]);
  context.interrupt();
  expect(await ended).toBe(130);
});
