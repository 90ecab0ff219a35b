/** Flags shared by many commands. */
import type { Options } from "@usdkit/command/cli/command";
import { CONVENTIONS, type ConventionArguments } from "./conventions.ts";

/** Connection and output options. */
export interface ConnectionArguments extends ConventionArguments {
  baseUrl?: string;
  apiKey?: string;
  profile?: string;
  json?: boolean;
  verbose?: boolean;
  attemptTimeout?: number;
  timeout?: number;
}

export const CONNECTION: Readonly<Record<string, Options>> = {
  "base-url": { type: "string", describe: "Address of the gateway; default: SPATIAL_BASE_URL, then the profile" },
  "api-key": {
    type: "string",
    describe: "API key; SPATIAL_API_KEY or a profile keeps it out of the shell history and process lists",
  },
  profile: { type: "string", describe: "Profile to use; default: SPATIAL_PROFILE, then the file's default" },
  json: { type: "boolean", describe: "Print one JSON result to standard output; progress goes to standard error" },
  verbose: { type: "boolean", describe: "Print every attempt to standard error" },
  timeout: {
    type: "number",
    describe: "Seconds for the whole command, to the last byte and with its clean-up; a running operation continues",
  },
  "attempt-timeout": { type: "number", describe: "Seconds for one attempt of a call" },
  ...CONVENTIONS,
};

/** Options for waiting. */
export interface WaitArguments extends ConnectionArguments {
  interval?: number;
}

export const WAITING: Readonly<Record<string, Options>> = {
  interval: { type: "number", describe: "Seconds between two polls (2)" },
  ...CONNECTION,
};

/** Options for creations without a duplicate guard. */
export interface CreateArguments extends WaitArguments {
  retryAmbiguous?: boolean;
}

export const CREATING: Readonly<Record<string, Options>> = {
  "retry-ambiguous": {
    type: "boolean",
    describe: "Retry after an attempt that may have been accepted; the operation may run twice",
  },
  ...WAITING,
};

/** Returns seconds as milliseconds. */
export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(1, seconds * 1000);
}
