import type { OpenStreams } from "./open-streams.ts";
import { RenderStream, type EncodeContent } from "./render-stream.ts";
import type { ActiveSession } from "./session.ts";
import type { FrameData, FrameForm, StreamSettings } from "./stream-options.ts";
import { StreamRunner, type StreamPorts } from "./stream-runner.ts";

export interface StreamStart {
  readonly ports: StreamPorts;
  readonly settings: StreamSettings;
  readonly encode: EncodeContent;
  /** The registry of open streams. */
  readonly open: OpenStreams;
  /** Aborting any of them closes it. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** Id of an existing session; undefined to create one. */
  readonly sessionId?: string | undefined;
  /** The connection to use immediately. */
  readonly active?: ActiveSession | undefined;
}

/**
 * Resolves when the stream is ready.
 *
 * @throws The error that prevented it; the session is then ended.
 */
export async function openStream<Form extends FrameForm>(start: StreamStart): Promise<RenderStream<FrameData<Form>>> {
  const { ports, settings, open, sessionId, active } = start;
  const signals = start.signals.filter((signal) => signal !== undefined);
  for (const signal of signals) signal.throwIfAborted();
  const runner = new StreamRunner(ports, settings, sessionId);
  const stream = new RenderStream<FrameData<Form>>(runner, start.encode);
  open.addStream(() => stream.close(), runner.finished);
  void runner.finished.then(({ endError }) => {
    if (settings.endsSession && endError === undefined) open.forgetSession(runner.sessionId ?? "");
  });

  const listeners = signals.map((signal): (() => void) => {
    const onAbort = (): void =>
      runner.dispatch({ type: "close", ending: { cause: "aborted", error: signal.reason as unknown } });
    signal.addEventListener("abort", onAbort);
    return () => signal.removeEventListener("abort", onAbort);
  });
  void runner.finished.then(() => listeners.forEach((remove) => remove()));
  runner.start(active);
  await runner.opened;
  return stream;
}
