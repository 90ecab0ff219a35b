import { UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import type { ConnectionArguments } from "./options.ts";
import { profilePath, readProfile } from "./profile-file.ts";
import { readKey } from "./read-key.ts";

export interface Settings {
  readonly baseUrl: string;
  /** Undefined if there is none; some calls require none. */
  readonly apiKey: string | (() => Promise<string>) | undefined;
}

/**
 * Returns the service's URL and the key: flags, then the environment, then the profile. The key of a profile is sent only to
 * the URL of the same profile.
 *
 * @throws {UsageError} if there is no URL, or a profile is invalid.
 */
export function readSettings(args: ConnectionArguments, command: Pick<CommandContext, "env" | "stderr">): Settings {
  const { env } = command;
  const given = (text: string | undefined): string | undefined => (text === "" ? undefined : text);
  const ownUrl = args.baseUrl ?? given(env["SPATIAL_BASE_URL"]);
  const ownKey = args.apiKey ?? given(env["SPATIAL_API_KEY"]);
  const name = args.profile ?? given(env["SPATIAL_PROFILE"]);
  const isComplete = ownUrl !== undefined && ownKey !== undefined && name === undefined;
  const profile = isComplete ? undefined : readProfile(name, env);

  const baseUrl = ownUrl ?? profile?.baseUrl;
  if (baseUrl === undefined) {
    throw new UsageError(
      `Missing address of the service. Set SPATIAL_BASE_URL, --base-url, or a profile in ${profilePath(env)}`,
    );
  }
  if (ownKey !== undefined) return { baseUrl, apiKey: ownKey };
  if (profile === undefined || profile.baseUrl !== baseUrl) return { baseUrl, apiKey: undefined };
  return { baseUrl, apiKey: () => readKey(profile.apiKey, profile.folder, command) };
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
