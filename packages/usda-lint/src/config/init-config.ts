/** `--init`: a configuration to start from. */
import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { nameOf } from "@usdkit/command/files/input";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { configIn } from "@usdkit/lint-config/find-config";

const NAME = "usda-lint.config.mjs";

const TEXT = `// Configuration of usda-lint. Every key is optional; options of the command line take precedence.
// \`usda-lint --print-config FILE\` shows the resolved configuration of a file, \`usda-lint rules\` lists the rules.

/** @type {import("usda-lint").Config} */
export default {
  // Levels to start from: "recommended" (the default of each rule) or "strict" (risks are errors).
  extends: "recommended",

  // Use of the files: "offline", "realtime", "patch", "usd", "usda"; "auto" decides by the content of each.
  profile: "auto",

  // Maximum image width or height, in pixels.
  // maxResolution: 4500,

  // Mesh ids that exist: a list, or the path of a JSON file with a list.
  // assets: "assets.json",

  // Known findings that are not reported; \`usda-lint --update-baseline\` writes the file.
  // baseline: "usda-lint.baseline.json",

  // Files that are not checked. A glob without "/" matches names in any folder.
  ignore: [],

  // "off", "info", "warning" or "error".
  rules: {
    // "duplicate-field": "error",
  },

  // Settings for some files; later ones take precedence.
  overrides: [
    // { files: ["patches/**"], profile: "patch", base: "scenes/room.usda" },
    // { files: ["**/*.usda"], prims: ["/World/Debug/**"], rules: { "duplicate-field": "off" } },
  ],
};
`;

/** @throws {UsageError} if there is a configuration already. */
export async function initConfig(context: CommandContext): Promise<void> {
  const { cwd } = context;
  const file = resolvePath(context, NAME);
  const existing = configIn(path.dirname(file), cwd);
  if (existing !== undefined) throw new UsageError(`--init: ${nameOf(existing, cwd)} already exists`);
  try {
    fs.writeFileSync(file, TEXT, { flag: "wx" });
  } catch (error) {
    throw new IoError(`${NAME}: ${describeIoError(error)}`);
  }
  await context.stdout.write(`wrote ${NAME}\n`);
}
