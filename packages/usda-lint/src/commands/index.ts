/** The registries: a command is one file and one line here. Each is loaded when it is called. */
import type { CommandEntry, Commands } from "@usdkit/command/cli/command";
import { indexLibrary } from "./index-library.ts";

/** Commands of `usda-lint`; `lint` is the default. */
export const lintCommands: Readonly<Record<string, CommandEntry>> = {
  lint: { describe: "Check files", load: async () => (await import("./lint.ts")).lint },
  explain: { describe: "Explain a rule", load: async () => (await import("./explain.ts")).explain },
  "merge-reports": {
    describe: "Join the reports of shards",
    load: async () => (await import("./merge-reports.ts")).mergeReports,
  },
  rules: { describe: "List the rules", load: async () => (await import("./rules.ts")).rules },
  completion: {
    describe: "Print a completion script for a shell",
    load: async () =>
      (await import("./completion.ts")).completionOf({
        name: "usda-lint",
        commands: lintCommands,
        defaultCommand: "lint",
      }),
  },
};

/** Commands of `usda`. */
export const usdaCommands: Commands = {
  add: { describe: "Add a prim to a stage", load: async () => (await import("./add.ts")).add },
  cat: { describe: "Print a file in canonical form", load: async () => (await import("./cat.ts")).cat },
  completion: {
    describe: "Print a completion script for a shell",
    load: async () => (await import("./completion.ts")).completionOf({ name: "usda", commands: usdaCommands }),
  },
  compose: {
    describe: "Print what prims are composed of",
    load: async () => (await import("./compose.ts")).compose,
  },
  convert: {
    describe: "Convert between glTF, Gaussian splats and USD",
    load: async () => (await import("./convert.ts")).convert,
  },
  deps: { describe: "List the files that a layer depends on", load: async () => (await import("./deps.ts")).deps },
  diff: { describe: "Compare two files", load: async () => (await import("./diff.ts")).diff },
  dump: { describe: "Print the content of files as JSON Lines", load: async () => (await import("./dump.ts")).dump },
  edit: { describe: "Edit a stage with edits as JSON", load: async () => (await import("./edit.ts")).edit },
  explain: {
    describe: "Explain why a prim or property of a stage has its value",
    load: async () => (await import("./explain-value.ts")).explainValue,
  },
  flatten: {
    describe: "Print a stage as one layer",
    load: async () => (await import("./flatten.ts")).flatten,
  },
  fmt: { describe: "Format files", load: async () => (await import("./fmt.ts")).fmt },
  index: indexLibrary,
  mcp: {
    describe: "Serve scenes to agents by the Model Context Protocol",
    load: async () => (await import("./mcp.ts")).mcp,
  },
  merge: { describe: "Merge two changed versions of a file", load: async () => (await import("./merge.ts")).merge },
  mv: { describe: "Rename or move a prim of a stage", load: async () => (await import("./mv.ts")).mv },
  package: {
    describe: "Pack a layer with its dependencies",
    load: async () => (await import("./package.ts")).packageCommand,
  },
  plan: { describe: "Print what the rendering service will use", load: async () => (await import("./plan.ts")).plan },
  query: {
    describe: "Print what a path expression matches",
    load: async () => (await import("./query.ts")).query,
  },
  ref: { describe: "Add a reference to a prim", load: async () => (await import("./ref.ts")).ref },
  render: { describe: "Render a scene without a GPU", load: async () => (await import("./render.ts")).render },
  resolve: {
    describe: "Print the file that an asset path leads to",
    load: async () => (await import("./resolve.ts")).resolve,
  },
  rm: { describe: "Remove prims from a stage", load: async () => (await import("./rm.ts")).rm },
  select: { describe: "Select a variant", load: async () => (await import("./select.ts")).select },
  set: { describe: "Set the value of an attribute", load: async () => (await import("./set.ts")).set },
  stitch: { describe: "Stitch layers to one", load: async () => (await import("./stitch.ts")).stitch },
  thumbnails: {
    describe: "Draw a picture of each file of a folder",
    load: async () => (await import("./thumbnails.ts")).thumbnails,
  },
  tree: { describe: "Print the tree of prims", load: async () => (await import("./tree.ts")).tree },
  unpack: { describe: "Write the files of a package", load: async () => (await import("./unpack.ts")).unpack },
  value: { describe: "Print the value of an attribute", load: async () => (await import("./value.ts")).value },
  view: { describe: "Show scenes on a page, live", load: async () => (await import("./view.ts")).view },
};
