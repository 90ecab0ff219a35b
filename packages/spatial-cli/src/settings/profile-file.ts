/** The profile file: the service's URL and the location of the key. It never contains the key itself. */
import { fs, path } from "@usdkit/command/process/builtins";
import { IoError, UsageError, describeIoError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import { configFolder } from "@usdkit/command/files/config-folder";
import type { CommandContext } from "@usdkit/command/context/command-context";
import type { ConventionOptions } from "@usdkit/client";
import * as z from "zod";
import { conventionsSchema } from "./conventions.ts";

/** The location of a key; exactly one of them. */
export interface KeyPlace {
  /** The name of an environment variable. */
  readonly env?: string | undefined;
  /** A file that contains only the key; `~/` is the home folder, other relative paths start at the profile file. */
  readonly file?: string | undefined;
  /** A program and its arguments that prints the key. Not run in a shell. */
  readonly command?: readonly string[] | undefined;
}

interface ProfileFile {
  /** The default profile. */
  readonly default?: string | undefined;
  readonly profiles: Readonly<Record<string, Omit<Profile, "folder">>>;
}

const keyPlace: z.ZodType<KeyPlace> = z
  .strictObject({
    env: z.string().min(1).optional(),
    file: z.string().min(1).optional(),
    command: z.array(z.string()).min(1).optional(),
  })
  .refine((place) => Object.values(place).filter((value) => value !== undefined).length === 1, {
    error: "expected one of env, file and command",
  });

const fileSchema: z.ZodType<ProfileFile> = z.strictObject({
  default: z.string().optional(),
  profiles: z.record(
    z.string(),
    z.strictObject({ baseUrl: z.string().min(1), apiKey: keyPlace, conventions: conventionsSchema.optional() }),
  ),
});

export interface Profile {
  readonly baseUrl: string;
  readonly apiKey: KeyPlace;
  /** What the service at that URL does differently. */
  readonly conventions?: ConventionOptions | undefined;
  /** The folder of the file. */
  readonly folder: string;
}

/**
 * Returns the profile of that name, or the default one; undefined without a name if there is no file or no default.
 *
 * @throws {UsageError} for an unknown name or an invalid file. {IoError} if it cannot be read.
 */
export function readProfile(name: string | undefined, env: CommandContext["env"]): Profile | undefined {
  const file = profilePath(env);
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      if (name === undefined) return undefined;
      throw new UsageError(`There is no profile "${name}": there is no ${file}`);
    }
    throw new IoError(`${file}: ${describeIoError(error)}`);
  }
  const { default: usual, profiles } = parse(file, text);
  const wanted = name ?? usual;
  if (wanted === undefined) return undefined;
  const profile = Object.hasOwn(profiles, wanted) ? profiles[wanted] : undefined;
  if (profile !== undefined) return { ...profile, folder: path.dirname(file) };
  throw new UsageError(`There is no profile "${wanted}" in ${file}.${didYouMean(wanted, Object.keys(profiles))}`);
}

/** `SPATIAL_CONFIG`, otherwise a file in the user's configuration folder. */
export function profilePath(env: CommandContext["env"]): string {
  const { SPATIAL_CONFIG: own } = env;
  if (own !== undefined && own !== "") return path.resolve(own);
  return path.join(configFolder(env), "spatial.json");
}

function parse(file: string, text: string): ProfileFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message may quote a key that is in the file by mistake.
    throw new UsageError(`${file}: not valid JSON`);
  }
  const read = fileSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(`${file}: ${["$", ...(issue?.path ?? [])].map(String).join(".")}: ${issue?.message}`);
}
