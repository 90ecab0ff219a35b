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
  "base-url": { type: "string", describe: "The gateway's address; else SPATIAL_BASE_URL, else the profile's" },
  "api-key": {
    type: "string",
    describe: "The key; SPATIAL_API_KEY or a profile keeps it out of the history and the list of processes",
  },
  profile: { type: "string", describe: "Of the profile file; else SPATIAL_PROFILE, else the file's default" },
  json: { type: "boolean", describe: "One JSON result on standard output; progress goes to standard error" },
  verbose: { type: "boolean", describe: "Print every attempt to standard error" },
  timeout: { type: "number", describe: "Seconds for the whole, to the last byte; what runs then runs on" },
  "attempt-timeout": { type: "number", describe: "Seconds that one attempt of a call may take" },
};

/** How long to wait. */
export interface WaitArguments extends ConnectionArguments {
  interval?: number;
}

export const WAITING: Readonly<Record<string, Options>> = {
  interval: { type: "number", describe: "Seconds between two polls; 2 by default" },
  ...CONNECTION,
};

/** How something is created that has no guard against a second one. */
export interface CreateArguments extends WaitArguments {
  retryAmbiguous?: boolean;
}

export const CREATING: Readonly<Record<string, Options>> = {
  "retry-ambiguous": {
    type: "boolean",
    describe: "Send it again after an attempt that may have been accepted; two may run",
  },
  ...WAITING,
};

/** Seconds as milliseconds. */
export function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(1, seconds * 1000);
}
