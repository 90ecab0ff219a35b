import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { describe, expect, test } from "vitest";
import {
  BAD,
  commandFile,
  plainEnvironment,
  runCommand,
  TestFolder,
  type Result,
} from "../test-support/run-command.ts";

const BASE = `#usda 1.0
(
    doc = "base"
)

def Xform "World"
{
    # The chair stays.
    def Mesh "Chair" (
        kind = "component"
    )
    {
        int id = 7 # as in the database
        float3[] points = [(0, 0, 0)]
    }

    def Camera "Main"
    {
        float focalLength = 35
    }
}
`;
const OURS = BASE.replace("= 35", "= 50 # wider").replace("id = 7", "id = 8");
const THEIRS = BASE.replace('doc = "base"', 'doc = "theirs"').replace(
  '    def Camera "Main"',
  '    # A lamp.\n    def Xform "Lamp"\n    {\n    }\n\n    def Camera "Main"',
);

async function run(
  files: Readonly<Record<string, string | Uint8Array>>,
  ...args: string[]
): Promise<Result & { out: string | undefined }> {
  using folder = new TestFolder(files);
  const result = await runCommand("usda", ["merge", ...args], { cwd: folder.path });
  const written = ["out.usda", "out.usd"].map((name) => join(folder.path, name)).find((file) => existsSync(file));
  return { ...result, out: written === undefined ? undefined : readFileSync(written, "utf8") };
}

const NAMES = ["base.usda", "ours.usda", "theirs.usda"];
const sides = (
  base: string | Uint8Array,
  ours: string | Uint8Array,
  theirs: string | Uint8Array,
): Record<string, string | Uint8Array> => ({
  "base.usda": base,
  "ours.usda": ours,
  "theirs.usda": theirs,
});

describe("usda merge", () => {
  test("has what both sides changed, with the comments of ours", async () => {
    const { code, stdout, stderr } = await run(sides(BASE, OURS, THEIRS), ...NAMES);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      OURS.replace('doc = "base"', 'doc = "theirs"').replace(
        '    def Camera "Main"',
        '    # A lamp.\n    def Xform "Lamp"\n    {\n    }\n\n    def Camera "Main"',
      ),
    );
  });

  test("keeps ours in a conflict, and shows theirs in comments", async () => {
    const theirs = BASE.replace("id = 7", "id = 9").replace("= 35", "= 20");
    const removed = theirs.replace(/ {4}def Camera[^}]*\}\n/, "");
    const { code, stderr, out } = await run(sides(BASE, OURS, removed), ...NAMES, "-o", "out.usda");
    expect([code, stderr.split("\n").length]).toEqual([1, 4]);
    expect(stderr).toContain("usda merge: conflict at /World/Chair.id: both sides changed this property\n");
    expect(stderr).toContain("2 conflicts; out.usda has ours");
    expect(out).toBe(
      OURS.replace(
        "        int id = 8",
        "        # Merge conflict: both sides changed this property; theirs is\n        #     int id = 9 # as in the database\n        int id = 8",
      ).replace(
        '    def Camera "Main"',
        '    # Merge conflict: theirs removed /World/Main, ours changed it\n    def Camera "Main"',
      ),
    );
    expect(parseUsda(out ?? "").ok).toBe(true);
  });

  test("reads binary sides, and writes a crate if ours is one", async () => {
    const crate = (text: string): Uint8Array => writeUsdc(parseUsda(text).layer);
    const files = sides(crate(BASE), OURS, crate(THEIRS));
    const text = await run(files, ...NAMES, "-o", "out.usda");
    expect([text.code, text.stderr]).toEqual([0, ""]);
    expect(text.out).toContain("focalLength = 50 # wider");
    expect(text.out).toContain('def Xform "Lamp"');
    const binary = await run(sides(crate(BASE), crate(OURS), THEIRS), ...NAMES, "-o", "out.usd");
    expect([binary.code, binary.stderr, binary.out?.startsWith("PXR-USDC")]).toEqual([0, "", true]);
    const conflict = await run(
      sides(crate(BASE), crate(OURS), BASE.replace("= 35", "= 20")),
      ...NAMES,
      "-o",
      "out.usd",
    );
    expect([conflict.code, conflict.out]).toEqual([2, undefined]);
    expect(conflict.stderr).toContain("out.usd: is binary");
  });

  test("writes the encoding that the output's name has", async () => {
    using folder = new TestFolder(sides(BASE, OURS, THEIRS));
    const cwd = folder.path;
    expect(await runCommand("usda", ["merge", ...NAMES, "-o", "merged.usdc"], { cwd })).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "merged.usdc"), "latin1").slice(0, 8)).toBe("PXR-USDC");
    folder.write("ours.usdc", writeUsdc(parseUsda(OURS).layer));
    const binary = ["base.usda", "ours.usdc", "theirs.usda"];
    expect(await runCommand("usda", ["merge", ...binary, "-o", "merged.usda"], { cwd })).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "merged.usda"), "utf8")).toMatch(/^#usda 1.0\n/u);
  });

  test("writes no layer over a package, and names the remedy", async () => {
    const zip = (text: string): Uint8Array =>
      writePackage([{ path: "scene.usda", data: new TextEncoder().encode(text) }]);
    const files = { ...sides(BASE, OURS, THEIRS), "ours.usdz": zip(OURS), "theirs.usdz": zip(THEIRS) };
    const message = "is a package, and the result of a merge is a layer: run usda unpack";
    for (const args of [["-o", "ours.usdz"], ["-o", "out.usda"], []]) {
      const result = await run(files, "base.usda", "ours.usdz", "theirs.usda", ...args);
      expect(result).toMatchObject({ code: 2, stdout: "", out: undefined });
      expect(result.stderr).toContain(`ours.usdz: ${message}`);
    }
    const named = await run(files, ...NAMES, "-o", "theirs.usdz");
    expect(named).toMatchObject({ code: 2, stdout: "" });
    expect(named.stderr).toContain("the result is a layer; write a .usda or .usdc file");
    const inside = await run(files, "base.usda", "ours.usdz[scene.usda]", "theirs.usdz", "-o", "out.usda");
    expect([inside.code, inside.stderr]).toEqual([0, ""]);
    expect(inside.out).toBe((await run(files, ...NAMES)).stdout);
  });

  test("follows a prim that theirs renamed", async () => {
    const renamed = BASE.replace('"Chair"', '"Seat"');
    const { code, stdout, stderr } = await run(sides(BASE, OURS, renamed), ...NAMES);
    expect([code, stderr, stdout]).toEqual([0, "", OURS.replace('"Chair"', '"Seat"')]);
  });

  test("writes nothing if a side is broken or missing, or the arguments are wrong", async () => {
    const files = { ...sides(BASE, OURS, BAD), "out.usda": "as before" };
    const broken = await run(files, ...NAMES, "-o", "out.usda");
    expect([broken.code, broken.out]).toEqual([2, "as before"]);
    expect(broken.stderr).toContain("theirs.usda");
    const missing = await run(files, "base.usda", "ours.usda", "none.usda", "-o", "out.usda");
    expect([missing.code, missing.out]).toEqual([2, "as before"]);
    expect(missing.stderr).toContain("none.usda");
    expect((await run(files, "base.usda", "ours.usda")).stderr).toContain("Expected three files, found 2");
    expect((await run(files, "-", "-", "ours.usda")).stderr).toContain("Only one file can be standard input");
  });

  test("of a file that both sides added has an empty base", async () => {
    const { code, stdout } = await run(
      sides("", '#usda 1.0\n\ndef "A"\n{\n}\n', '#usda 1.0\n\ndef "B"\n{\n}\n'),
      ...NAMES,
    );
    expect([code, stdout]).toEqual([0, '#usda 1.0\n\ndef "B"\n{\n}\n\ndef "A"\n{\n}\n']);
  });
});

test("is a merge driver of git", () => {
  using folder = new TestFolder({ "scene.usda": BASE, ".gitattributes": "*.usda merge=usda\n" });
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...args], {
      cwd: folder.path,
      env: plainEnvironment(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const file = join(folder.path, "scene.usda");
  const commit = (text: string): void => {
    writeFileSync(file, text);
    git("commit", "-qam", "change");
  };
  git("init", "-q", "-b", "ours");
  git("config", "merge.usda.driver", `"${process.execPath}" "${commandFile("usda")}" merge %O %A %B -o %A`);
  git("add", ".");
  git("commit", "-qm", "base");
  git("branch", "theirs");
  git("branch", "other");
  commit(OURS);
  git("checkout", "-q", "theirs");
  commit(THEIRS);
  git("checkout", "-q", "ours");
  git("merge", "-q", "theirs", "-m", "merge");
  const merged = readFileSync(file, "utf8");
  expect([merged.includes("= 50 # wider"), merged.includes('"Lamp"'), merged.includes("<<<<")]).toEqual([
    true,
    true,
    false,
  ]);
  git("checkout", "-q", "other");
  commit(BASE.replace("id = 7", "id = 9"));
  git("checkout", "-q", "ours");
  expect(() => git("merge", "-q", "other", "-m", "merge")).toThrow();
  expect(git("status", "--short")).toContain("UU scene.usda");
  expect(readFileSync(file, "utf8")).toContain("#     int id = 9");
});
