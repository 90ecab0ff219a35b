/** The profile file: where the service is, and where the key is kept. It never contains the key itself. */
import { fs, path } from "@usdkit/command/process/builtins";
import { IoError, UsageError, describeIoError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import type { CommandContext } from "@usdkit/command/context/command-context";
import * as z from "zod";

/** Where a key is kept; exactly one of them. */
export interface KeyPlace {
  /** The name of an environment variable. */
  readonly env?: string | undefined;
  /** A file that holds nothing else; `~/` is the home folder, other relative paths start at the profile file. */
  readonly file?: string | undefined;
  /** A program and its arguments, which prints it. No shell looks at it. */
  readonly command?: readonly string[] | undefined;
}

interface ProfileFile {
  /** The profile of calls that name none. */
  readonly default?: string | undefined;
  readonly profiles: Readonly<Record<string, { readonly baseUrl: string; readonly apiKey: KeyPlace }>>;
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
  profiles: z.record(z.string(), z.strictObject({ baseUrl: z.string().min(1), apiKey: keyPlace })),
});

export interface Profile {
  readonly baseUrl: string;
  readonly apiKey: KeyPlace;
  /** The folder of the file. */
  readonly folder: string;
}

/**
 * The profile of that name, or the default one; undefined if none was asked for and there is no file or no default.
 *
 * @throws {UsageError} for a name that is not there, and a file that is not one. {IoError} if it cannot be read.
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

/** `SPATIAL_CONFIG`, otherwise where the system keeps settings (XDG; on Windows the roaming folder). */
export function profilePath(env: CommandContext["env"]): string {
  const { SPATIAL_CONFIG: own, XDG_CONFIG_HOME: xdg, APPDATA: roaming } = env;
  if (own !== undefined && own !== "") return path.resolve(own);
  const { homedir } = process.getBuiltinModule("node:os");
  const windows = process.platform === "win32" ? roaming : undefined;
  // The specification of XDG: a relative path is to be passed over.
  const folder = xdg !== undefined && path.isAbsolute(xdg) ? xdg : (windows ?? path.join(homedir(), ".config"));
  return path.join(folder, "usdkit", "spatial.json");
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
