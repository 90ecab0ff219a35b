/** `--init`: a configuration to start from. */
import { fs, path } from "@usdkit/command/builtins";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { nameOf } from "@usdkit/command/files/input";
import { standardOutput } from "@usdkit/command/terminal/output";
import { configIn } from "./find-config.ts";

const NAME = "usda-lint.config.mjs";

const TEXT = `// Configuration of usda-lint. Everything in it may be left out; flags win over it.
// \`usda-lint --print-config FILE\` shows what holds for a file, \`usda-lint rules\` what can be set.

/** @type {import("usda-lint").Config} */
export default {
  // Levels to start from: "recommended" (each rule's own) or "strict" (what may go wrong is an error).
  extends: "recommended",

  // What the files are for: "offline", "realtime", "patch", "usda"; "auto" finds out from each scene.
  profile: "auto",

  // Most pixels of an image's side.
  // maxResolution: 4500,

  // Mesh ids that exist: a list, or the path of a JSON file with a list.
  // assets: "assets.json",

  // Findings to live with for now; \`usda-lint --update-baseline\` writes the file.
  // baseline: "usda-lint.baseline.json",

  // Files that are not checked. A glob without "/" is about names in any folder.
  ignore: [],

  // "off", "info", "warning" or "error".
  rules: {
    // "duplicate-field": "error",
  },

  // Settings for some files; later ones win.
  overrides: [
    // { files: ["patches/**"], profile: "patch", base: "scenes/room.usda" },
    // { files: ["**/*.usda"], prims: ["/World/Debug/**"], rules: { "duplicate-field": "off" } },
  ],
};
`;

/** @throws {UsageError} where there is a configuration already. */
export async function initConfig(): Promise<void> {
  const file = path.resolve(NAME);
  const there = configIn(path.dirname(file));
  if (there !== undefined) throw new UsageError(`--init: there is a configuration already: ${nameOf(there)}`);
  try {
    fs.writeFileSync(file, TEXT, { flag: "wx" });
  } catch (error) {
    throw new IoError(`${NAME}: ${describeIoError(error)}`);
  }
  await standardOutput.write(`wrote ${NAME}\n`);
}
