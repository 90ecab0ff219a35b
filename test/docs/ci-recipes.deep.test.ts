// Campaign in CI: Runs every command of docs/ci.md unchanged; `npx` resolves to the command from source
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/ci.md"), "utf8");
const blocks = Array.from(page.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, language, text = ""]) => ({
  language,
  text,
}));
const commands = blocks.flatMap(({ language, text }) =>
  language === "sh"
    ? [text.trim()]
    : Array.from(text.matchAll(/^\s*(?:- )*(?:run: |entry: )?(npx usda-lint.*)$/gm), ([, command = ""]) => command),
);

/** The report files that the page's commands write. */
const reports = Array.from(page.matchAll(/(?:--format \w+=|(?<!=)> )([\w/.-]+\.\w+)/g), ([, name = ""]) => name);

/** A scene without errors. */
const ROOM = `#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World"
{
    def Camera "Main"
    {
        float focalLength = 35
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 5, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }

    def Mesh "Chair" (
        payload = @asset:/mesh/chair-01@</mesh>
    )
    {
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (1280, 720)
    }
}
`;

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "ci-recipes-")));
  mkdirSync(join(folder, "bin"));
  const source = join(root, "packages/usda-lint/src/bin/usda-lint.ts");
  const stub = `#!/bin/sh\n[ "$1" = usda-lint ] || exit 99\nshift\nexec '${process.execPath}' '${source}' "$@"\n`;
  writeFileSync(join(folder, "bin/npx"), stub);
  chmodSync(join(folder, "bin/npx"), 0o755);
  mkdirSync(join(folder, "scenes"));
  writeFileSync(join(folder, "scenes/room.usda"), ROOM);
  writeFileSync(join(folder, "scenes/broken one.usda"), ROOM.replace("= 35", "= 35 35"));
  const git = (...args: string[]): void => {
    const { status, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
    expect([args, status, stderr]).toEqual([args, 0, ""]);
  };
  git("init", "-q");
  git("add", "scenes");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string): { status: number | null; stdout: string; stderr: string } {
  const { FORCE_COLOR: _, NO_COLOR: __, ...env } = process.env;
  const path = `${join(folder, "bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  return spawnSync("sh", ["-c", command], { cwd: folder, env: { ...env, PATH: path }, encoding: "utf8" });
}

test("the page has commands of all kinds", () => {
  expect(commands.length).toBeGreaterThan(9);
  expect(commands.filter((command) => command.includes("--staged"))).toHaveLength(1);
  expect(reports).toContain("gl-code-quality-report.json");
});

describe.skipIf(process.platform === "win32")("each command succeeds", () => {
  test.each(commands)("%s", (command) => {
    // pre-commit appends the files.
    const whole = command === "npx usda-lint" ? `${command} 'scenes/broken one.usda' scenes/room.usda` : command;
    const { status, stderr } = run(whole);
    const finds = !whole.includes("room.usda <") && !whole.includes(" rules ");
    const expected = finds ? 1 : 0;
    expect([whole, status, stderr]).toEqual([whole, expected, ""]);
  });

  test("every report that the page mentions is written", () => {
    expect(reports.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
    const uploaded = Array.from(
      page.matchAll(/(?:sarif_file|codequality): (\S+)|^ +- (\S+\.html)$/gm),
      ([, a, b]) => a ?? b ?? "",
    );
    expect(uploaded).toHaveLength(3);
    expect(uploaded.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });
});
