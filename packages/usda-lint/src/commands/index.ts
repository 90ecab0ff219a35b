/** The registries: a command is one file and one line here. Each is loaded when it is called. */
import type { CommandEntry } from "@usdkit/command/cli/command";

type Commands = Readonly<Record<string, CommandEntry>>;

/** Of `usda-lint`; `lint` is what a call without a command's name runs. */
export const lintCommands: Commands = {
  lint: { describe: "Check files", load: async () => (await import("./lint.ts")).lint },
  explain: {
    describe: "Tell what a rule is about",
    load: async () => (await import("./explain.ts")).explain,
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

/** Of `usda`. */
export const usdaCommands: Commands = {
  cat: { describe: "Print a file in the canonical form", load: async () => (await import("./cat.ts")).cat },
  completion: {
    describe: "Print a completion script for a shell",
    load: async () => (await import("./completion.ts")).completionOf({ name: "usda", commands: usdaCommands }),
  },
  diff: { describe: "Print what two files differ in", load: async () => (await import("./diff.ts")).diff },
  dump: { describe: "Print what files hold, as JSON Lines", load: async () => (await import("./dump.ts")).dump },
  fmt: { describe: "Tidy the layout of files", load: async () => (await import("./fmt.ts")).fmt },
  plan: { describe: "Print what the rendering service will use", load: async () => (await import("./plan.ts")).plan },
  render: { describe: "Draw a scene without a GPU", load: async () => (await import("./render.ts")).render },
  tree: { describe: "Print the tree of prims", load: async () => (await import("./tree.ts")).tree },
};
