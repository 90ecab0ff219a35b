// The configurations that `usda view` uses, through its server.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryContext } from "@usdkit/command/context/memory-context";
import { main } from "../bin/main.ts";
import { runCommand, TestFolder } from "../test-support/run-command.ts";

/** Starts the command, and returns the settings that its page gets, and what it printed on standard error. */
async function settingsOf(folder: TestFolder, ...args: string[]): Promise<{ settings: unknown; stderr: string }> {
  const context = memoryContext({
    cwd: folder.path,
    env: { XDG_CONFIG_HOME: join(folder.path, "config") },
  });
  const ended = main("usda", ["view", "--no-open", "p/a.usda", ...args], context);
  await expect.poll(() => context.output().stdout).toContain("\n");
  const url = new URL(context.output().stdout.trim());
  const reply = await fetch(new URL("settings/0", url));
  const settings: unknown = await reply.json();
  context.interrupt();
  expect(await ended).toBe(130);
  return { settings, stderr: context.output().stderr };
}

function projectFolder(): TestFolder {
  const folder = new TestFolder({ "p/a.usda": "#usda 1.0\n", "p/package.json": "{}" });
  folder.write(
    "p/usda-lint.config.mjs",
    `import { writeFileSync } from "node:fs";
     writeFileSync(${JSON.stringify(join(folder.path, "ran"))}, "");
     export default { ignore: ["*"] };`,
  );
  return folder;
}

test("a configuration that is code runs after consent, which is remembered", async () => {
  using folder = projectFolder();
  const refused = {
    isIgnored: false,
    problem: expect.stringMatching(
      /^p\/usda-lint\.config\.mjs: not run: .* start usda view with --trust-config$/,
    ) as string,
  };
  expect((await settingsOf(folder)).settings).toMatchObject(refused);
  expect([existsSync(join(folder.path, "ran")), existsSync(join(folder.path, "config"))]).toEqual([false, false]);
  const agreed = await settingsOf(folder, "--trust-config");
  expect(agreed.settings).toMatchObject({ isIgnored: true, problem: null });
  const project = join(folder.path, "p");
  const store = join(folder.path, "config/usdkit/trusted-projects.json");
  expect(agreed.stderr).toContain(`configurations of ${project} run from now on; ${store} lists such projects\n`);
  expect(JSON.parse(readFileSync(store, "utf8"))).toEqual({ version: 1, projects: [project] });
  expect((await settingsOf(folder)).settings).toMatchObject({ isIgnored: true, problem: null });
  expect((await settingsOf(folder, "--no-config")).settings).toMatchObject({ isIgnored: false, problem: null });
  folder.write("config/usdkit/trusted-projects.json", '{"version":1,"projects":[]}');
  expect((await settingsOf(folder)).settings).toMatchObject(refused);
});

test("--trust-config contradicts --no-config", async () => {
  using folder = projectFolder();
  const args = ["view", "p/a.usda", "--trust-config", "--no-config"];
  const result = await runCommand("usda", args, { cwd: folder.path });
  expect([result.code, result.stderr]).toEqual([2, expect.stringContaining("use one of them")]);
});

test("usda render and other commands run no configuration, also to report errors", async () => {
  using folder = projectFolder();
  folder.write("p/bad.usda", '#usda 1.0\ndef "A"\n{\n    int x = "one"\n}\n');
  for (const args of [
    ["render", "p/bad.usda", "-o", "x.png"],
    ["render", "p/bad.usda", "--no-config", "-o", "x.png"],
    ["plan", "p/bad.usda"],
    ["cat", "p/bad.usda"],
  ]) {
    expect(await runCommand("usda", args, { cwd: folder.path })).toMatchObject({ code: 2 });
  }
  expect(await runCommand("usda", ["plan", "p/a.usda"], { cwd: folder.path })).toMatchObject({ code: 0 });
  expect(existsSync(join(folder.path, "ran"))).toBe(false);
});
