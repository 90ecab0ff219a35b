import type { WorldHandle, WorldOptions } from "@usdkit/client";
import type { Options } from "@usdkit/command/cli/command";
import type { WorldDetail } from "@usdkit/contract";
import type { CreateArguments, WaitArguments } from "../settings/options.ts";
import type { Context } from "../context/context.ts";
import { quoteWord } from "../context/quote-word.ts";
import type { AcceptedOperation } from "../context/run-state.ts";
import type { TimeLimit } from "../context/time-limit.ts";
import { acceptedTask, waitForTask } from "./wait-for-task.ts";

/** What is known of a world, for whoever has to go on with it. */
export const acceptedWorld = (handle: WorldHandle): AcceptedOperation =>
  acceptedTask(handle, "world", `spatial world wait ${quoteWord(handle.id)}`);

/** What comes after a world was begun: its id, or with `wait` its end. */
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

/** The header `x-source`, as an option. */
export const X_SOURCE: Options = { type: "string", describe: "Where the request comes from: the header x-source" };

/** The options of a call that creates a world. */
export function worldOptions(
  { signal }: Context,
  { xSource, retryAmbiguous }: CreateArguments & { readonly xSource?: string },
  limit: TimeLimit,
): WorldOptions {
  return { signal, timeout: limit.left(), source: xSource, retryAmbiguous };
}

/** A world as JSON and for people. */
export function describeWorld(world: WorldDetail): [object, string] {
  const { worldId, name, status, progress, assets, error } = world;
  const { plyPath, spzPath, lodMetaPath } = assets?.splats?.urls ?? {};
  const share = status === "RUNNING" && progress != null ? ` ${Math.round(progress * 100)} %` : "";
  const head = [worldId, `${status}${share}`, name, error?.message].filter(Boolean).join("  ");
  const files = [plyPath, spzPath, lodMetaPath].filter((url) => url != null && url !== "").map((url) => `  ${url}`);
  return [world, [head, ...files].join("\n")];
}
