/** Flags that many commands have. */
import type { Options } from "@usdkit/command/cli/command";

/** How the service is reached, and how it is talked about. */
export interface ConnectionArguments {
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
  timeout: { type: "number", describe: "Seconds for the whole command, to the last byte; a running operation goes on" },
  "attempt-timeout": { type: "number", describe: "Seconds for one attempt of a call" },
};

/** How long to wait. */
export interface WaitArguments extends ConnectionArguments {
  interval?: number;
}

export const WAITING: Readonly<Record<string, Options>> = {
  interval: { type: "number", describe: "Seconds between two polls (2)" },
  ...CONNECTION,
};

/** How something is created that has no guard against a second one. */
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

/** Seconds as milliseconds. */
export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(1, seconds * 1000);
}
