import type { WorldHandle, WorldOptions } from "@usdkit/client";
import { worldHeadersSchema, type WorldDetail } from "@usdkit/contract";
import { readFlags, type FlaggedPart } from "../inputs/request-flags.ts";
import type { CreateArguments, WaitArguments } from "../settings/options.ts";
import type { Context } from "../context/context.ts";
import { quoteWord } from "../context/quote-word.ts";
import type { AcceptedOperation } from "../context/run-state.ts";
import type { TimeLimit } from "../context/time-limit.ts";
import { acceptedTask, waitForTask } from "./wait-for-task.ts";

/** Returns a world's data, from which the user can resume it. */
export const acceptedWorld = (handle: WorldHandle): AcceptedOperation =>
  acceptedTask(handle, "world", `spatial world wait ${quoteWord(handle.id)}`);

/** Reports a created world: its id, or with `wait` its end. */
export async function finishWorld(
  context: Context,
  handle: WorldHandle,
  args: WaitArguments & { readonly wait?: boolean },
  limit: TimeLimit,
): Promise<void> {
  const { report, state } = context;
  state.accept(acceptedWorld(handle));
  if (args.wait === true) await report.result(...describeWorld(await waitForTask(context, handle, args, limit)));
  else await report.result({ worldId: handle.id, handle: handle.toJSON() }, handle.id);
}

/** Headers of a request that creates a world, as flags. */
export const WORLD_HEADERS: FlaggedPart = { schema: worldHeadersSchema, type: "WorldHeaders" };

/** Options of a call that creates a world. */
export function worldOptions({ signal }: Context, args: CreateArguments, limit: TimeLimit): WorldOptions {
  return {
    signal,
    timeout: limit.left(),
    headers: readFlags(WORLD_HEADERS, args),
    retryAmbiguous: args.retryAmbiguous,
  };
}

/** Prints a world as JSON or text. */
export function describeWorld(world: WorldDetail): [object, string] {
  const { worldId, name, status, progress, assets, error } = world;
  const { plyPath, spzPath, lodMetaPath } = assets?.splats?.urls ?? {};
  const share = status === "RUNNING" && progress != null ? ` ${Math.round(progress * 100)} %` : "";
  const head = [worldId, `${status}${share}`, name, error?.message].filter(Boolean).join("  ");
  const files = [plyPath, spzPath, lodMetaPath].filter((url) => url != null && url !== "").map((url) => `  ${url}`);
  return [world, [head, ...files].join("\n")];
}
