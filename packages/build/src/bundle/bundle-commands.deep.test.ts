// Campaign in CI: The bundled commands against those from source, and every damage to their compiled code

import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { bundleCommands } from "./bundle-commands.ts";

const folder = resolve(import.meta.dirname, "../../../usda-lint");
const temp = mkdtempSync(join(tmpdir(), "bundle-commands-"));
const cache = join(temp, "cache");
const scene = join(temp, "scene.usda");
const broken = join(temp, "broken.usda");

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
beforeAll(async () => {
  writeFileSync(scene, '#usda 1.0\ndef Xform "World"\n{\n  double size = 1\n}\n');
  writeFileSync(broken, '#usda 1.0\ndef Xform "Wörld"\n{\n    double = 1\n    size\n');
  await bundleCommands(folder, ["usda-lint", "usda"], join(temp, "bin"));
});
beforeEach(() => rmSync(cache, { recursive: true, force: true }));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: temp,
    encoding: "utf8",
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: undefined, NODE_COMPILE_CACHE: cache, ...env },
  });
  return { status, stdout, stderr };
}

const built = (name: string): string => join(temp, "bin", `${name}.js`);
const lint = (args: readonly string[], env?: NodeJS.ProcessEnv) => run(built("usda-lint"), args, env);

/** The files of compiled code that were kept. */
function kept(): string[] {
  const names = readdirSync(temp).includes("cache") ? readdirSync(cache, { recursive: true, encoding: "utf8" }) : [];
  return names.filter((name) => name.endsWith(".code")).map((name) => join(cache, name));
}

/** That of what every run needs. */
function mainKept(): string {
  const [file, ...others] = kept().filter((name) => name.includes("-main-"));
  if (file === undefined || others.length > 0) throw new Error(`kept: ${kept().join(", ")}`);
  return file;
}

function isSound(file: string): boolean {
  const bytes = readFileSync(file);
  const half = bytes.length / 2;
  return half > 100_000 && bytes.subarray(0, half).equals(bytes.subarray(half));
}

describe("the bundled commands", () => {
  const calls: [string, string[]][] = [
    ["usda-lint", ["."]],
    ["usda-lint", ["--format", "json", "*.usda"]],
    ["usda-lint", ["--version"]],
    ["usda-lint", ["--formt", "json", "."]],
    ["usda", ["--help"]],
    ["usda", ["cat", scene]],
    ["usda", ["dump", scene, broken]],
    ["usda", ["fmt", "--diff", scene]],
    ["usda", ["tree", broken]],
  ];
  test.each(inject("deep") ? calls : calls.slice(0, 1))("answer as from source: %s %j", (name, args) => {
    const expected = run(join(folder, "src/bin", `${name}.ts`), args);
    expect(expected.stdout + expected.stderr).not.toBe("");
    expect([run(built(name), args), run(built(name), args)]).toEqual([expected, expected]);
  });

  test("load what every run needs once, also for a chunk that needs it", () => {
    const hook = join(temp, "hook.cjs");
    writeFileSync(
      hook,
      `const vm = require("node:vm");
const { Script } = vm;
vm.Script = class extends Script {
  constructor(code, options) {
    process.stderr.write(options.filename.replace(/^.*[\\\\/]/, "") + "\\n");
    super(code, options);
  }
};`,
    );
    const { stderr } = run("--require", [hook, built("usda"), "cat", scene]);
    const files = stderr.split("\n").map((line) => line.replace(/-.*/u, ""));
    expect(files).toContain("cat");
    expect(files.filter((file) => file === "main")).toHaveLength(1);
    expect(new Set(stderr.split("\n")).size).toBe(files.length);
  });
});

test("a configuration that is code is loaded, without a warning", () => {
  const project = join(temp, "project");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), "{}");
  writeFileSync(join(project, "usda-lint.config.mjs"), 'export default { rules: { "default-prim-exists": "off" } };\n');
  writeFileSync(join(project, "scene.usda"), "#usda 1.0\n");
  const args = ["--format", "json", project];
  expect(lint(args)).toEqual(run(join(folder, "src/bin/usda-lint.ts"), args));
});

describe("compiled code", () => {
  test("is kept by the first run and used by the next", () => {
    const first = lint([broken]);
    const file = mainKept();
    expect(isSound(file)).toBe(true);
    const { mtimeNs } = statSync(file, { bigint: true });
    expect(lint([broken])).toEqual(first);
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(mtimeNs);
  });

  test("is kept of what a command loads later, and of a run that has changed flags of V8", () => {
    const stages = Array.from({ length: 70 }, (_, i) => `stage-${i}.usda`);
    const folder = join(temp, "stages");
    mkdirSync(folder, { recursive: true });
    for (const name of stages)
      writeFileSync(join(folder, name), '#usda 1.0\ndef Xform "A" (\n  references = @scene.usda@\n)\n{\n}\n');
    const first = lint([folder]);
    expect(kept().map((file) => file.replace(/.*usda-lint-|-.*/gu, ""))).toEqual(
      expect.arrayContaining(["main", "stage"]),
    );
    const times = kept().map((file) => statSync(file, { bigint: true }).mtimeNs);
    expect(lint([folder])).toEqual(first);
    // V8 has taken it.
    expect(kept().map((file) => statSync(file, { bigint: true }).mtimeNs)).toEqual(times);
  });

  const unusual = [["--version"], ["--help"], ["--max-warnings", "many"], ["no-such-file.usda"]];
  test.each(inject("deep") ? unusual : unusual.slice(0, 1))(
    "is not kept by a run that is not a usual one: %s",
    (...args) => {
      lint(args);
      expect(kept()).toEqual([]);
    },
  );

  const damage: Record<string, (bytes: Buffer) => Uint8Array> = {
    "is empty": () => new Uint8Array(),
    "is cut short": (bytes) => bytes.subarray(0, bytes.length - 4096),
    "has a bit turned": (bytes) => {
      bytes[100_000] = (bytes[100_000] ?? 0) ^ 1;
      return bytes;
    },
    "is something else": () => Buffer.from("something else".repeat(20_000)),
    "is of another V8": (bytes) => {
      // The version is in the second word of the header.
      for (const start of [4, bytes.length / 2 + 4]) bytes.writeUInt32LE(1, start);
      return bytes;
    },
  };
  test.each(Object.entries(damage).slice(inject("deep") ? 0 : -1))(
    "that %s is ignored and created again",
    (_, change) => {
      const expected = lint([broken]);
      const file = mainKept();
      writeFileSync(file, change(readFileSync(file)));
      expect(lint([broken])).toEqual(expected);
      expect(isSound(mainKept())).toBe(true);
    },
  );

  test("is created again when it is old", () => {
    lint([scene]);
    const file = mainKept();
    utimesSync(file, 1, 1);
    lint([scene]);
    expect(statSync(file).mtimeMs).toBeGreaterThan(1000);
  });

  test("is not kept if Node's own cache is disabled or has no folder", () => {
    const expected = lint([scene]);
    rmSync(cache, { recursive: true });
    expect(lint([scene], { NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual(expected);
    expect(kept()).toEqual([]);
    expect(lint([scene], { NODE_COMPILE_CACHE: join(scene, "below-a-file") })).toEqual(expected);
  });

  test("that cannot be written does not fail the run", () => {
    const expected = lint([scene]);
    const file = mainKept();
    // A folder in its place can be neither read nor replaced.
    rmSync(file);
    mkdirSync(join(file, "full"), { recursive: true });
    expect(lint([scene])).toEqual(expected);
    expect(mainKept()).toBe(file);
  });
});
