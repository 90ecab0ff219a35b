import type { ConventionOptions } from "@usdkit/client";
import { UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { readConventions } from "./conventions.ts";
import type { ConnectionArguments } from "./options.ts";
import { profilePath, readProfile } from "./profile-file.ts";
import { readKey } from "./read-key.ts";

export interface Settings {
  readonly baseUrl: string;
  /** Undefined if there is none; some calls require none. */
  readonly apiKey: string | (() => Promise<string>) | undefined;
  readonly conventions: ConventionOptions;
}

/**
 * Returns the service's URL, the key and its conventions: flags, then the environment, then the profile. The key of a profile is sent
 * only to the URL of the same profile, and its conventions are those of that URL.
 *
 * @param fallbackUrl the URL without one
 * @throws {UsageError} if there is no URL, or a profile is invalid.
 */
export function readSettings(
  args: ConnectionArguments,
  command: Pick<CommandContext, "env" | "stderr">,
  fallbackUrl?: string,
): Settings {
  const { env } = command;
  const given = (text: string | undefined): string | undefined => (text === "" ? undefined : text);
  const ownUrl = args.baseUrl ?? given(env["SPATIAL_BASE_URL"]);
  const ownKey = args.apiKey ?? given(env["SPATIAL_API_KEY"]);
  const name = args.profile ?? given(env["SPATIAL_PROFILE"]);
  const isComplete = ownUrl !== undefined && ownKey !== undefined && name === undefined;
  const profile = isComplete ? undefined : readProfile(name, env);

  const baseUrl = ownUrl ?? profile?.baseUrl ?? fallbackUrl;
  if (baseUrl === undefined) {
    throw new UsageError(
      `Missing address of the service. Set SPATIAL_BASE_URL, --base-url, or a profile in ${profilePath(env)}`,
    );
  }
  const ownProfile = profile?.baseUrl === baseUrl ? profile : undefined;
  const conventions = readConventions(args, env, ownProfile?.conventions);
  if (ownKey !== undefined) return { baseUrl, apiKey: ownKey, conventions };
  if (ownProfile === undefined) return { baseUrl, apiKey: undefined, conventions };
  return { baseUrl, apiKey: () => readKey(ownProfile.apiKey, ownProfile.folder, command), conventions };
}

/** @throws {UsageError} if there is no key. */
export function requireKey(
  { apiKey }: Settings,
  { env }: Pick<CommandContext, "env">,
): string | (() => Promise<string>) {
  if (apiKey !== undefined) return apiKey;
  throw new UsageError(
    `Missing API key for this address. Set SPATIAL_API_KEY, --api-key, or a profile in ${profilePath(env)}`,
  );
}
