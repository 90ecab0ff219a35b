import {
  AcceptedIdUnknownError,
  DeadlineError,
  OperationFailedError,
  OutcomeUnknownError,
  SpatialError,
  type SpatialClient,
} from "@usdkit/client";
import type { SimClient, SimWorld } from "./world.ts";

/** Something that a user does. It resolves when it is over, and notes what is wrong with how it went. */
export type Activity = (world: SimWorld, user: SimClient) => Promise<() => void>;

/** Why an activity was given up, so that it is told from errors of the client. */
class Quit extends Error {
  override readonly name = "Quit";
}

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
    if (times > 1) problems.push(`${requestId} was rendered ${times} times; its caller was told "${said}"`);
    if (said === "accepted" && service.jobs.get(id ?? "")?.call !== traceparent) {
      problems.push(`${requestId} was given the id of another job: ${id}`);
    }
    const isKnown = said === "accepted" || said === AcceptedIdUnknownError.name;
    if (isKnown && times === 0) problems.push(`${requestId} was called accepted and is not rendered`);
    if (!isKnown && said !== OutcomeUnknownError.name && times > 0) {
      problems.push(`${requestId} was rendered, and its caller was told "${said}"`);
    }
  };
};

async function followJob(world: SimWorld, client: SpatialClient, id: string, stored: string): Promise<void> {
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

/** A session: opened, waited for, pushed to, and closed on every way out. */
export const stream: Activity = async (world, { client, settings }) => {
  const { subject, random, service, problems, weather } = world;
  const traceparent = world.nextCall();
  const quit = quitLater(world, 0.2, 30_000);
  let said = "closed";
  let id: string | undefined;
  try {
    const handle = await subject.openStream(
      client,
      `stream-${traceparent.slice(30, 35)}`,
      {
        traceparent,
        signal: quit.signal,
      },
      settings,
    );
    ({ id } = handle);
    try {
      await handle.result({ signal: quit.signal, timeout: random.pick([10_000, undefined]) });
      for (let i = random.between(0, 3); i > 0; i--) {
        await client.streams.push(id, "I3VzZGEgMS4wCg==", { signal: quit.signal });
      }
    } finally {
      await client.streams.close(id);
    }
  } catch (error) {
    said = nameOf(error);
    if (weather.calm && said !== "Quit" && said !== OutcomeUnknownError.name && said !== DeadlineError.name) {
      problems.push(`a session failed though all was well: ${String(error)}`);
    }
  }
  return () => {
    const sessions = [...service.sessions.values()].filter(({ call }) => call === traceparent);
    if (sessions.length > 1) problems.push(`one call opened ${sessions.length} sessions`);
    if (id === undefined && sessions.length > 0 && said !== OutcomeUnknownError.name) {
      problems.push(`a session was opened, and its caller was told "${said}"`);
    }
    // Who could not close it was told so, by the error of that call.
    if (id !== undefined && sessions[0]?.open === true && said === "closed") problems.push(`${id} was left open`);
  };
};

/** A world: begun and followed, or looked for in the list. */
export const generation: Activity = async (world, { client, settings }) => {
  const { subject, random, service, problems, weather, clock } = world;
  const traceparent = world.nextCall();
  const name = `World ${traceparent.slice(30, 35)}`;
  const quit = quitLater(world, 0.1, 30_000);
  const since = clock.now();
  let said = "accepted";
  let id: string | undefined;
  try {
    const handle = await subject.generate(client, name, { traceparent, signal: quit.signal }, settings);
    ({ id } = handle);
    const { status } = await handle.result({ timeout: random.pick([20_000, 300_000]), signal: quit.signal });
    if (status !== "SUCCEEDED" || service.worlds.get(id)?.succeeds !== true) problems.push(`${id} was called done`);
  } catch (error) {
    said = nameOf(error);
    if (error instanceof OperationFailedError && service.worlds.get(id ?? "")?.succeeds !== false) {
      problems.push(`${id} was called failed`);
    }
    if (weather.calm && !["Quit", "OutcomeUnknownError", "DeadlineError", "OperationFailedError"].includes(said)) {
      problems.push(`a world failed though all was well: ${String(error)}`);
    }
    if (error instanceof OutcomeUnknownError && random.chance(0.3)) {
      await client.worlds.find({ name, since: since - 1000 }, { timeout: 100_000 }).catch(() => []);
    }
  }
  return () => {
    const worlds = [...service.worlds.values()].filter(({ call }) => call === traceparent);
    if (worlds.length > 1) problems.push(`${name} was begun ${worlds.length} times`);
    if (id === undefined && worlds.length > 0 && said !== OutcomeUnknownError.name) {
      problems.push(`${name} was begun, and its caller was told "${said}"`);
    }
  };
};

/** A signal that is aborted at some time, with that chance. */
function quitLater({ random, clock }: SimWorld, share: number, within: number): AbortController {
  const controller = new AbortController();
  if (random.chance(share)) clock.after(random.between(0, within), () => controller.abort(new Quit("enough")));
  return controller;
}

function nameOf(error: unknown): string {
  if (error instanceof SpatialError || error instanceof Quit) return error.name;
  throw error;
}
