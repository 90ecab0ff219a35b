import { readScene, type SceneForm } from "@usdkit/schema";
import type { Command } from "@usdkit/command/cli/command";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { isTerminal, standardOutput } from "@usdkit/command/terminal/output";
import { createStyle, wantsColor } from "@usdkit/command/terminal/style";
import { readLayer } from "./read-layer.ts";

export interface PlanArguments {
  file: string;
  json?: boolean;
  profile?: PlanProfile;
  color?: boolean;
}

/** As those of `usda-lint`, but for `usda`, under which the service reads nothing. */
type PlanProfile = "auto" | "offline" | "realtime" | "patch";

/** How the service reads a file under each profile; undefined where the file tells. */
const FORMS: Readonly<Record<PlanProfile, SceneForm | undefined>> = {
  auto: undefined,
  offline: "scene",
  realtime: "scene",
  patch: "patch",
};

/** Lines that are written at once. */
const BATCH = 500;

export const plan: Command<PlanArguments> = {
  command: "plan <file>",
  describe: "Print what the rendering service will use: camera, resolution, items, and what it ignores",
  builder: {
    file: { describe: "A file, or - for standard input" },
    json: { type: "boolean", describe: "As JSON; matrices are row-major, the translation in elements 12 to 14" },
    profile: { type: "string", choices: Object.keys(FORMS), default: "auto", describe: "What the file is for" },
  },
  examples: [
    ["usda plan scene.usda", "what the service will draw, and with which camera"],
    ["usda plan scene.usda --json", "the same for a program"],
  ],
  async handler({ file, json, profile = "auto", color }) {
    const read = await readLayer("usda plan", file, color);
    if (read === undefined) return;
    const scene = readScene(read.layer, { form: FORMS[profile] });
    if (json === true) {
      await standardOutput.write(`${escapeJson(JSON.stringify(scene))}\n`);
      return;
    }
    const { planText } = await import("./plan-text.ts");
    const style = createStyle(wantsColor(color, () => isTerminal(1), process.env));
    let batch: string[] = [];
    for (const line of planText(scene, read.input.name, style)) {
      batch.push(line);
      if (batch.length < BATCH) continue;
      await standardOutput.write(`${batch.join("\n")}\n`);
      batch = [];
    }
    if (batch.length > 0) await standardOutput.write(`${batch.join("\n")}\n`);
  },
};
