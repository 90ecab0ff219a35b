/** The registry: a reporter is one file and one line here. Each is loaded when it is asked for. */
import type { CreateReporter } from "./reporter.ts";

/** The forms of other programs, which `--compat` chooses. */
export const compatReporters: Readonly<Record<string, () => Promise<CreateReporter>>> = {
  usdchecker: async () => (await import("./usdchecker.ts")).usdchecker,
};

export const reporters: Readonly<Record<string, () => Promise<CreateReporter>>> = {
  pretty: async () => (await import("./pretty.ts")).pretty,
  concise: async () => (await import("./concise.ts")).concise,
  json: async () => (await import("./json.ts")).json,
  jsonl: async () => (await import("./jsonl.ts")).jsonl,
  // The same, by its other name.
  ndjson: async () => (await import("./jsonl.ts")).jsonl,
  sarif: async () => (await import("./sarif.ts")).sarif,
  github: async () => (await import("./github.ts")).github,
  gitlab: async () => (await import("./gitlab.ts")).gitlab,
  junit: async () => (await import("./junit.ts")).junit,
  html: async () => (await import("./html.ts")).html,
};
