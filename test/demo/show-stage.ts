// A stage of ordinary USD: a glTF model becomes a package, a shot places it twice, and commands compose, explain, check, edit and
// draw the shot.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chairGlb } from "./models.ts";

/** What the demo prints with. */
export interface Show {
  readonly heading: (text: string) => void;
  /** Runs a command in `cwd`, prints it and what it prints, and checks its exit code. */
  readonly run: (expected: number, cwd: string, command: "usda" | "usda-lint", ...args: string[]) => void;
}

const SHOT = `#usda 1.0
(
    defaultPrim = "Shot"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "Shot" (
    kind = "assembly"
    variants = {
        string guests = "two"
    }
    prepend variantSets = "guests"
)
{
    def "Chair" (
        references = @chair.usdz@
    )
    {
    }

    variantSet "guests" = {
        "one" {
        }
        "two" {
            def "OtherChair" (
                references = @chair.usdz@
            )
            {
                double3 xformOp:translate = (1.2, 0, 0)
                uniform token[] xformOpOrder = ["xformOp:translate"]
            }
        }
    }
}
`;

/** Shows the stage; `picture` is the path of its image. */
export function showStage({ heading, run }: Show, picture: string): void {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-stage-"));
  try {
    heading("Ordinary USD: a glTF model becomes a package");
    writeFileSync(join(folder, "chair.glb"), chairGlb());
    run(0, folder, "usda", "convert", "chair.glb", "-o", "chair.usdz");

    heading("A shot places it, in a variant twice (test/demo/show-stage.ts): its composed prims");
    writeFileSync(join(folder, "shot.usda"), SHOT);
    run(0, folder, "usda", "tree", "--composed", "--depth", "2", "shot.usda");

    heading("Which opinion a value has, with its line");
    run(0, folder, "usda", "explain", "shot.usda", "/Shot/OtherChair.xformOp:translate");

    heading("Check the stage as OpenUSD's validators do");
    run(0, folder, "usda-lint", "--format", "concise", "shot.usda");

    heading("Change the value in the variant: the edit as a diff");
    const target = ["--target", "/Shot{guests=two}", "--dry-run"];
    run(0, folder, "usda", "set", "shot.usda", "/Shot/OtherChair.xformOp:translate", "(1.5, 0, 0)", ...target);

    heading("Draw it, without a GPU");
    run(0, folder, "usda", "render", "shot.usda", "-o", picture, "--size", "960x540");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
