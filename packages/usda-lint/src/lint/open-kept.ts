/** Opens what earlier runs have kept: a cache, and the state of a run that goes on. */
import { shardName, type Shard } from "@usdkit/batch/options/shard";
import type { RunState } from "@usdkit/batch/state/run-state";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { nameOf } from "@usdkit/command/files/input";
import type { LintCache } from "../check/lint-cache.ts";

/** Where it is. */
export interface KeptPlaces {
  /** A folder, absolute, or the address of a store; undefined: there is no cache. */
  readonly cache: { readonly location: string; readonly isShared: boolean } | undefined;
  /** The file of what was done, absolute; undefined: there is none. */
  readonly state: string | undefined;
  /** The part of the files that a run works on. */
  readonly shard?: Shard | undefined;
}

/**
 * Opens cache and state. A cache without a key is not used, with a note: a cache must not fail a run.
 *
 * @throws {IoError} if the state cannot be used, and for an address that is none
 */
export async function openKept(
  { cache, state: file, shard }: KeptPlaces,
  { cwd, env }: CommandContext,
  onNote: (note: string) => void,
): Promise<{ readonly cache: LintCache | undefined; readonly state: RunState | undefined } | undefined> {
  if (cache === undefined && file === undefined) return undefined;
  const { LintCache: Cache } = await import("../check/lint-cache.ts");
  let state: RunState | undefined;
  if (file !== undefined) {
    const { RunState: State } = await import("@usdkit/batch/state/run-state");
    state = State.open(file, nameOf(file, cwd));
  }
  const places = { location: cache?.location, isShared: cache?.isShared, state, cwd, part: shard && shardName(shard) };
  try {
    return { cache: await Cache.open(places, env), state };
  } catch (error) {
    if (error instanceof IoError) throw error;
    onNote(`the cache is not used, as its key cannot be read or made: ${describeIoError(error)}`);
    return { cache: state && (await Cache.open({ ...places, location: undefined }, env)), state };
  }
}
