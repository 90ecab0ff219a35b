import { OutcomeUnknownError, StreamError } from "@usdkit/client";
import { patchContent, usdContent } from "../subject.ts";
import { nameOf, quitLater, type Activity } from "./activity.ts";

/** A stream of frames, left in one of the ways in which streams are left. */
export const stream: Activity = async (world, { client }) => {
  const { random, service, problems, weather } = world;
  const traceparent = world.nextCall();
  const quit = quitLater(world, 0.3, 40_000);
  let said = "closed";
  let id: string | undefined;
  try {
    const opened = await client.streams.open(usdContent, {
      requestId: `stream-${traceparent.slice(30, 35)}`,
      traceparent,
      signal: quit.signal,
    });
    id = opened.sessionId;
    const frames = random.between(0, 6);
    let count = 0;
    // Left by the loop, whatever it ends with.
    for await (const { data } of opened) {
      if (data.length !== 8) problems.push(`${id}: a frame of ${data.length} bytes`);
      if (random.chance(0.3)) void opened.push(patchContent).catch(nameOf);
      if (++count >= frames) break;
    }
  } catch (error) {
    said = error instanceof StreamError ? error.failure : nameOf(error);
    // Some sessions end by themselves.
    if (weather.calm && !["Quit", "sessionGone", "NotFoundError", OutcomeUnknownError.name].includes(said)) {
      problems.push(`a stream failed though all was well: ${String(error)}`);
    }
  }
  return () => {
    const sessions = [...service.sessions.values()].filter(({ call }) => call === traceparent);
    if (sessions.length > 1) problems.push(`one stream opened ${sessions.length} sessions`);
    const isLeft = sessions.some((each) => service.isOpen(each.id));
    // A caller that could not end it, or does not know of it, got an error.
    if (isLeft && said !== "notEnded" && said !== OutcomeUnknownError.name) {
      problems.push(`${sessions[0]?.id} was left open; its user got "${said}"`);
    }
  };
};
