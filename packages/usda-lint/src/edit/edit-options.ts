/** The options of every command that edits stages. */
import type { Options } from "@usdkit/command/cli/command";
import { compositionOptions } from "../composition/composition-options.ts";
import type { CompositionArguments } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP } from "../files/search-paths.ts";

export interface EditArguments extends CompositionArguments {
  root: string;
  target?: string;
  dryRun?: boolean;
  ifRevision?: string;
  repack?: boolean;
  json?: boolean;
  color?: boolean;
}

/** The builder of all but the edits themselves. */
export const editOptions: Readonly<Record<string, Options>> = {
  root: { describe: "The root layer" },
  target: {
    type: "string",
    describe:
      "Where opinions go: a layer that the stage uses, or a variant of the root layer, /Prim{set=selection}, or of another, LAYER</Prim{set=selection}>; default: the root layer",
  },
  "dry-run": { type: "boolean", describe: "Print the changes as a unified diff; write nothing" },
  "if-revision": {
    type: "string",
    describe: "Write only if the file of the target has this SHA-256; otherwise exit with 1",
  },
  repack: { type: "boolean", describe: "Write packages again, if a layer in one is edited" },
  json: { type: "boolean", describe: "Print the files with their SHA-256 before and after, and the diff, as JSON" },
  ...compositionOptions,
  "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
};
