import { DeadlineError, OutcomeUnknownError } from "@usdkit/client";
import { patchContent } from "../subject.ts";
import { nameOf, quitLater, type Activity } from "./activity.ts";

/** A session: opened, waited for, pushed to, and closed on every way out. */
export const session: Activity = async (world, { client, settings }) => {
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
        await client.streams.push(id, patchContent, { signal: quit.signal });
      }
    } finally {
      await client.streams.close(id);
    }
  } catch (error) {
    said = nameOf(error);
    // Some sessions end by themselves.
    if (weather.calm && !["Quit", "NotFoundError", OutcomeUnknownError.name, DeadlineError.name].includes(said)) {
      problems.push(`a session failed though all was well: ${String(error)}`);
    }
  }
  return () => {
    const sessions = [...service.sessions.values()].filter(({ call }) => call === traceparent);
    if (sessions.length > 1) problems.push(`one call opened ${sessions.length} sessions`);
    if (id === undefined && sessions.length > 0 && said !== OutcomeUnknownError.name) {
      problems.push(`a session was opened, and its caller got "${said}"`);
    }
    // A caller that could not close it got the error of that call.
    if (id !== undefined && service.isOpen(id) && said === "closed") problems.push(`${id} was left open`);
  };
};
