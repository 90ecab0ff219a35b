import { writePackage } from "@usdkit/usdz";
import { describe, expect, test } from "vitest";
import { runCommand, TestFolder } from "../test-support/run-command.ts";

const looks = ["oak", "red"].map((look) => `"${look}" (references = @./${look}.usda@</R>) {\n}`).join("\n");
const chair = `#usda 1.0
(
    defaultPrim = "Chair"
)
def "Chair" (
    prepend variantSets = "look"
    variants = {
        string look = "oak"
    }
)
{
    variantSet "look" = {
${looks}
    }
}
`;
const files = {
  "shot/a.usda": '#usda 1.0\ndef "World"\n{\n    def "A" (references = @../chair.usda@) {\n    }\n}\n',
  "shot/session.usda": "#usda 1.0\n( subLayers = [@./light.usda@] )\n",
  "shot/light.usda": "#usda 1.0\n",
  "chair.usda": chair,
  "oak.usda": '#usda 1.0\ndef "R"\n{\n}\n',
  "red.usda": '#usda 1.0\ndef "R"\n{\n}\n',
};

async function deps(cwd: string, ...args: readonly string[]): ReturnType<typeof runCommand> {
  return await runCommand("usda", ["deps", ...args], { cwd });
}

describe("deps with the options of composition", () => {
  test("lists the files of the selected variants only", async () => {
    using folder = new TestFolder(files);
    const layers = async (...args: readonly string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await deps(folder.path, "shot/a.usda", "--json", ...args);
      expect([code, stderr]).toEqual([0, ""]);
      return (JSON.parse(stdout) as { readonly layers: unknown }).layers;
    };
    expect(await layers()).toEqual(["../chair.usda", "../oak.usda", "../red.usda", "a.usda"]);
    const selected = ["../chair.usda", "../red.usda", "a.usda"];
    expect(await layers("--variant", "/World/A{look=red}")).toEqual(selected);
    expect(await layers("--variant", "/World/A{look=red}", "--session", "shot/session.usda")).toEqual([
      ...selected,
      "light.usda",
      "session.usda",
    ]);
  });

  test("takes selections into the layers of a package", async () => {
    const packed = Object.entries(files).map(([path, text]) => ({ path, data: new TextEncoder().encode(text) }));
    using folder = new TestFolder({ "shot.usdz": writePackage(packed) });
    for (const root of ["shot.usdz", "shot.usdz[shot/a.usda]"]) {
      // oxlint-disable-next-line no-await-in-loop -- one command after the other
      const { code, stdout } = await deps(folder.path, root, "--variant", "/World/A{look=red}");
      expect(code).toBe(0);
      const inside = ["shot.usdz[chair.usda]", "shot.usdz[red.usda]"];
      expect(stdout).toBe(
        [root, ...inside]
          .sort()
          .map((path) => `layer    ${path}\n`)
          .join(""),
      );
    }
  });

  test("names selections that select nothing, and layers that do not exist", async () => {
    using folder = new TestFolder(files);
    const unmatched = await deps(
      folder.path,
      "shot/a.usda",
      "--variant",
      "/World/A{look=rde}",
      "--variant",
      "/B{look=red}",
    );
    expect(unmatched.code).toBe(0);
    expect(unmatched.stderr).toBe(
      'usda: --variant /World/A{look=rde}: "look" has no variant "rde": it has "oak", "red"\nusda: --variant /B{look=red}: there is no such prim\n',
    );
    const wrong = await deps(folder.path, "shot/a.usda", "--variant", "look=red");
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("Expected a selection such as");
    const gone = await deps(folder.path, "shot/a.usda", "--session", "none.usda");
    expect([gone.code, gone.stdout, gone.stderr]).toEqual([2, "", "usda: none.usda: no such file\n"]);
    const root = await deps(folder.path, "none.usda", "--session", "shot/session.usda");
    expect([root.code, root.stderr]).toEqual([2, "usda: none.usda: no such file\n"]);
  });
});
