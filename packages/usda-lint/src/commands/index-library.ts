/** The commands of `usda index`. */
import type { CommandGroup } from "@usdkit/command/cli/command";

export const indexLibrary: CommandGroup = {
  describe: "Index a library: what its files hold, and who uses what",
  defaultCommand: "update",
  commands: {
    update: { describe: "Index a folder", load: async () => (await import("./index-update.ts")).indexUpdate },
    query: { describe: "Ask with SQL", load: async () => (await import("./index-query.ts")).indexQuery },
    uses: {
      describe: "What a file uses, and what uses it",
      load: async () => (await import("./index-lists.ts")).indexUses,
    },
    missing: {
      describe: "Asset paths that lead to no file",
      load: async () => (await import("./index-lists.ts")).indexMissing,
    },
    unused: {
      describe: "Assets that no layer uses",
      load: async () => (await import("./index-lists.ts")).indexUnused,
    },
    duplicates: {
      describe: "Files with the same content",
      load: async () => (await import("./index-lists.ts")).indexDuplicates,
    },
  },
};
