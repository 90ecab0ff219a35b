import { OperationFailedError, OutcomeUnknownError } from "@usdkit/client";
import { nameOf, quitLater, type Activity } from "./activity.ts";

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
      problems.push(`${name} was begun, and its caller got "${said}"`);
    }
  };
};
