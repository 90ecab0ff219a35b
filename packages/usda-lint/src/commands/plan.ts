import { readScene, type SceneForm } from "@usdkit/schema";
import type { Command } from "@usdkit/command/cli/command";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { styleFor } from "@usdkit/command/terminal/style";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { readLayer } from "./read-layer.ts";

export interface PlanArguments {
  files: string[];
  json?: boolean;
  profile?: PlanProfile;
  color?: boolean;
}

/** Those of `usda-lint`, except `usda`: it is not about the service. */
type PlanProfile = "auto" | "offline" | "realtime" | "patch";

/** How the service reads a file under each profile; undefined: by its content. */
const FORMS: Readonly<Record<PlanProfile, SceneForm | undefined>> = {
  auto: undefined,
  offline: "scene",
  realtime: "scene",
  patch: "patch",
};

export const plan: Command<PlanArguments> = {
  command: "plan <files..>",
  describe: "Print what the rendering service will use: camera, resolution, items, and what it ignores",
  builder: {
    files: { describe: "Files, or - for standard input" },
    json: {
      type: "boolean",
      describe: "Print JSON, one line for each file; matrices are row-major, with the translation in elements 12 to 14",
    },
    profile: { type: "string", choices: Object.keys(FORMS), default: "auto", describe: "Use of the file" },
  },
  examples: [
    ["$0 plan scene.usda", "what the service will draw, and with which camera"],
    ["$0 plan scene.usda --json", "the same for a program"],
  ],
  async handler({ files, json, profile = "auto", color }, context) {
    const { stdout } = context;
    const style = styleFor(stdout, color, context.env);
    let isFirst = true;
    for (const file of files) {
      const read = await readLayer(context, file, { command: "usda plan", color });
      if (read === undefined) continue;
      const scene = readScene(read.layer, { form: FORMS[profile] });
      if (json === true) {
        const named = files.length > 1 ? { file: read.input.name, ...scene } : scene;
        await stdout.write(`${escapeJson(JSON.stringify(named))}\n`);
        continue;
      }
      if (!isFirst) await stdout.write("\n");
      isFirst = false;
      const { planText } = await import("./plan-text.ts");
      await writeLines(stdout, planText(scene, read.input.name, style));
    }
  },
};
