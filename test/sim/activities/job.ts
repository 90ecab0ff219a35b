import {
  AcceptedIdUnknownError,
  DeadlineError,
  OperationFailedError,
  OutcomeUnknownError,
  SpatialError,
  type ServiceClient,
} from "@usdkit/client";
import type { SimWorld } from "../world.ts";
import { nameOf, Quit, quitLater, type Activity } from "./activity.ts";

/** A job: submitted, perhaps given up, perhaps resumed by another process, followed to its end. */
export const job: Activity = async (world, { client, settings }) => {
  const { subject, random, service, problems, weather, trace } = world;
  const traceparent = world.nextCall();
  const requestId = `request-${traceparent.slice(30, 35)}`;
  const rendered = (): number => [...service.jobs.values()].filter(({ call }) => call === traceparent).length;
  const quit = quitLater(world, 0.1, 30_000);
  const timeout = random.pick([undefined, undefined, 5000, 45_000, 100_000]);
  let said: string;
  let id: string | undefined;
  try {
    const handle = await subject.submit(client, requestId, { traceparent, timeout, signal: quit.signal }, settings);
    said = "accepted";
    id = handle.id;
    await followJob(world, client, handle.id, JSON.stringify(handle));
  } catch (error) {
    said = nameOf(error);
    if (weather.calm && !quit.signal.aborted) problems.push(`a job failed though all was well: ${String(error)}`);
  }
  trace(`job ${requestId}: ${said}`);
  // Only at the end is it known what arrived: some is still on its way.
  return () => {
    const times = rendered();
    if (times > 1) problems.push(`${requestId} was rendered ${times} times; its caller got "${said}"`);
    if (said === "accepted" && service.jobs.get(id ?? "")?.call !== traceparent) {
      problems.push(`${requestId} was given the id of another job: ${id}`);
    }
    const isKnown = said === "accepted" || said === AcceptedIdUnknownError.name;
    // A lost attempt and a remembered id look the same: then it was accepted most likely, and not for certain.
    const isCertain = said === "accepted" || !service.remembersRejected;
    if (isKnown && isCertain && times === 0) problems.push(`${requestId} was called accepted and is not rendered`);
    if (!isKnown && said !== OutcomeUnknownError.name && times > 0) {
      problems.push(`${requestId} was rendered, and its caller got "${said}"`);
    }
  };
};

async function followJob(world: SimWorld, client: ServiceClient, id: string, stored: string): Promise<void> {
  const { random, service, problems, weather } = world;
  // Another process goes on with what was stored.
  const follower = random.chance(0.3) ? world.makeClient().client : client;
  const handle = follower.resume(stored);
  const truth = service.jobs.get(id);
  const quit = quitLater(world, 0.1, 60_000);
  try {
    const result = await handle.result({ timeout: random.pick([20_000, 400_000]), signal: quit.signal });
    if (
      truth?.succeeds !== true ||
      !("resultUrl" in result) ||
      result.resultUrl !== `https://files.example/${id}.png`
    ) {
      problems.push(`${id} was called done with ${JSON.stringify(result)}`);
    }
    if (handle.latest === undefined) problems.push(`${id}: a result without an update`);
  } catch (error) {
    if (error instanceof OperationFailedError) {
      if (truth?.succeeds === true || world.clock.now() < (truth?.doneAt ?? 0))
        problems.push(`${id} was called failed: ${error.message}`);
    } else if (error instanceof SpatialError) {
      if (JSON.stringify(error.handle) !== stored) problems.push(`${id}: ${error.name} without what to resume it with`);
      if (["NotFoundError", "InvalidRequestError"].includes(error.name)) problems.push(`${id}: ${error.message}`);
      if (weather.calm && !(error instanceof DeadlineError))
        problems.push(`${id} was not followed though all was well: ${error.message}`);
    } else if (!(error instanceof Quit)) throw error;
  }
}
