/** What the specification leaves open and a service may do differently, from flags, the environment and the profile. */
import type { ConventionOptions } from "@usdkit/client";
import type { Options } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import * as z from "zod";

/** Flags of {@link CONVENTIONS}. */
export interface ConventionArguments {
  firstPart?: number;
  fieldName?: string[];
  successStatus?: string[];
  failureStatus?: string[];
}

export const CONVENTIONS: Readonly<Record<string, Options>> = {
  "first-part": { type: "number", describe: "Number of the first part of an upload (0); SPATIAL_FIRST_PART" },
  "field-name": {
    type: "string",
    array: true,
    describe:
      "OURS=THEIRS: name of a field at the upload host, of taskId or partNumber; SPATIAL_FIELD_NAMES; repeatable",
  },
  "success-status": {
    type: "string",
    array: true,
    describe: "Further status that means success; SPATIAL_SUCCESS_STATUSES; repeatable",
  },
  "failure-status": {
    type: "string",
    array: true,
    describe: "Further status that means failure; SPATIAL_FAILURE_STATUSES; repeatable",
  },
};

/** The same settings in a profile. */
export const conventionsSchema: z.ZodType<ConventionOptions> = z.strictObject({
  firstPart: z.number().optional(),
  fieldNames: z.record(z.string(), z.string()).optional(),
  successStatuses: z.array(z.string()).optional(),
  failureStatuses: z.array(z.string()).optional(),
});

/**
 * Returns the conventions of the service: each from its flags, otherwise the environment (lists separated by commas), otherwise
 * the profile. The client checks their values.
 *
 * @throws {UsageError} for text that is not OURS=THEIRS, and for a number that is none.
 */
export function readConventions(
  args: ConventionArguments,
  env: Readonly<Record<string, string | undefined>>,
  profile: ConventionOptions = {},
): ConventionOptions {
  const listed = (name: string): string[] | undefined => env[name]?.split(",").filter((word) => word.trim() !== "");
  const names = args.fieldName ?? listed("SPATIAL_FIELD_NAMES");
  return {
    firstPart: args.firstPart ?? numberOf("SPATIAL_FIRST_PART", env) ?? profile.firstPart,
    fieldNames: names === undefined ? profile.fieldNames : Object.fromEntries(names.map(parseName)),
    successStatuses: args.successStatus ?? listed("SPATIAL_SUCCESS_STATUSES") ?? profile.successStatuses,
    failureStatuses: args.failureStatus ?? listed("SPATIAL_FAILURE_STATUSES") ?? profile.failureStatuses,
  };
}

function numberOf(name: string, env: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = env[name];
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${name}: Expected a whole number, found "${text}"`);
  return Number(text);
}

function parseName(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--field-name: Expected OURS=THEIRS, found "${text}"`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
