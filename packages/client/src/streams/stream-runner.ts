/** Runs the effects of `stream-machine.ts` and reports their results to it. */
import type { Clock } from "../platform/clock.ts";
import { ConnectionError, ProtocolError } from "../errors/errors.ts";
import { StreamError } from "../errors/stream-error.ts";
import { printable } from "../transport/printable.ts";
import type { Frame, FrameCounts } from "./frame.ts";
import { Mailbox } from "./mailbox.ts";
import type { ActiveSession, SessionService } from "./session.ts";
import { isClosing, startOfStream, stepStream } from "./stream-machine.ts";
import { RepeatedFrame } from "./repeated-frame.ts";
import { errorOf, type StreamEnd } from "./stream-end.ts";
import type { StreamSettings } from "./stream-options.ts";
import { visibleState, type StreamStateName } from "./stream-state.ts";
import { readStatus } from "./stream-status.ts";
import type { PushSettlement, StreamEffect, StreamEvent, StreamState, StreamTimer } from "./stream-steps.ts";
import { waitFor } from "./stream-timer.ts";
import type { ConnectSocket, Socket } from "./web-socket.ts";

/** The dependencies of a stream. */
export interface StreamPorts {
  readonly clock: Clock;
  readonly service: SessionService;
  readonly connect: ConnectSocket;
  readonly urlOf: (session: ActiveSession) => string;
  readonly handshakeOf: (session: ActiveSession) => string;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
}

/** The outcome of a patch. */
export type PushOutcome = "sent" | "superseded" | "closed";

interface Patch {
  readonly content: string;
  readonly resolve: (outcome: PushOutcome) => void;
  readonly reject: (error: Error) => void;
}

export class StreamRunner {
  /** Resolves the first time that the stream is ready; rejects if it ends before. */
  readonly opened: Promise<void>;
  readonly finished: Promise<StreamEnd>;
  readonly mailbox: Mailbox<Frame<Uint8Array | Blob>> = new Mailbox();

  readonly #ports: StreamPorts;
  readonly #settings: StreamSettings;
  readonly #events: StreamEvent[] = [];
  readonly #patches = new Map<number, Patch>();
  #state: StreamState;
  #shown: StreamStateName = "opening";
  #isBusy = false;
  #tickets = 0;
  #received = 0;
  #bytes = 0;
  /** Frames that came, repeated ones included. */
  #arrivals = 0;
  readonly #repeats = new RepeatedFrame();
  #lastHeard = 0;
  #session: ActiveSession | undefined;
  #socket: Socket | undefined;
  /** Abort controllers of the running timer, create or poll, and push. */
  #timer: AbortController | undefined;
  #call: AbortController | undefined;
  #push: AbortController | undefined;
  #open!: { resolve: () => void; reject: (error: Error) => void };
  #finish!: (end: StreamEnd) => void;

  /** @param sessionId Id of an existing session; without one, `start` creates one. */
  constructor(ports: StreamPorts, settings: StreamSettings, sessionId?: string) {
    this.#ports = ports;
    this.#settings = settings;
    this.#state = startOfStream(sessionId);
    this.opened = new Promise((resolve, reject) => (this.#open = { resolve, reject }));
    // Callers that wait get the rejection; there may be none.
    this.opened.catch(() => {});
    this.finished = new Promise((resolve) => (this.#finish = resolve));
  }

  /** @param active The connection to use immediately. */
  start(active?: ActiveSession): void {
    const { sessionId } = this.#state;
    if (sessionId !== undefined) this.#tell(() => this.#settings.onSession?.(sessionId));
    if (this.#state.ending !== undefined) return;
    if (active !== undefined) this.dispatch({ type: "active", session: active });
    else if (sessionId !== undefined) this.#follow(sessionId);
    else void this.#create();
  }

  get sessionId(): string | undefined {
    return this.#state.sessionId;
  }

  get state(): StreamStateName {
    return this.#shown;
  }

  get counts(): FrameCounts {
    const { taken, isFull } = this.mailbox;
    return { received: this.#received, taken, dropped: this.#received - taken - (isFull ? 1 : 0), bytes: this.#bytes };
  }

  push(content: string): Promise<PushOutcome> {
    return new Promise((resolve, reject) => {
      const ticket = ++this.#tickets;
      this.#patches.set(ticket, { content, resolve, reject });
      this.dispatch({ type: "push", ticket });
    });
  }

  /** Processes events in order, including those that an effect causes. */
  dispatch(event: StreamEvent): void {
    this.#events.push(event);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) {
        const { state, effects } = stepStream(this.#state, next, this.#settings);
        this.#state = state;
        this.#show();
        for (const effect of effects) this.#perform(effect);
      }
    } finally {
      this.#isBusy = false;
    }
  }

  #perform(effect: StreamEffect): void {
    switch (effect.type) {
      case "follow":
        return this.#follow(effect.sessionId);
      case "connect":
        return this.#connect(effect.connection, effect.session);
      case "shakeHands":
        return this.#shakeHands();
      case "hangUp":
        return this.#hangUp();
      case "cutOff":
        return this.#socket?.cutOff();
      case "arm":
        return void this.#arm(effect.timer, effect.lost);
      case "disarm":
        return this.#timer?.abort();
      case "abandonCall":
        return this.#call?.abort();
      case "send":
        return void this.#send(effect.ticket, effect.sessionId);
      case "abandonPush":
        return this.#push?.abort();
      case "settle":
        return this.#settle(effect.ticket, effect.outcome);
      case "deliver":
        return this.mailbox.put(effect.frame);
      case "report":
        return this.#tell(() => this.#settings.onStatus?.(effect.status));
      case "open":
        return this.#open.resolve();
      case "end":
        return void this.#end(effect.sessionId);
      case "finish":
        return this.#finishWith(effect);
    }
  }

  async #create(): Promise<void> {
    const { signal } = (this.#call = new AbortController());
    let session: { readonly sessionId: string; readonly active: ActiveSession | undefined };
    try {
      session = await this.#ports.service.create(signal);
    } catch (error) {
      this.dispatch({ type: "createFailed", error });
      return;
    }
    this.dispatch({ type: "created", ...session });
    this.#tell(() => this.#settings.onSession?.(session.sessionId));
  }

  #follow(sessionId: string): void {
    const { signal } = (this.#call = new AbortController());
    this.#ports.service.follow(sessionId, signal).then(
      (session) => !signal.aborted && this.dispatch({ type: "active", session }),
      (error: unknown) => !signal.aborted && this.dispatch({ type: "followFailed", error }),
    );
  }

  #connect(connection: number, session: ActiveSession): void {
    this.#session = session;
    this.#socket = undefined;
    this.#lastHeard = this.#ports.clock.now();
    let url: string;
    try {
      url = this.#ports.urlOf(session);
    } catch (error) {
      const message = `streams.get: ${error instanceof Error ? error.message : "the session cannot be connected to"}.`;
      this.dispatch({ type: "broken", error: new ProtocolError(message, { operationId: session.sessionId }) });
      return;
    }
    let isOpen = false;
    const lose = (how: string): void =>
      this.dispatch({ type: "lost", connection, error: new ConnectionError(how, { operationId: session.sessionId }) });
    try {
      this.#socket = this.#ports.connect(url, {
        onOpen: () => {
          isOpen = true;
          this.dispatch({ type: "opened", connection });
        },
        onText: (text) => {
          this.#lastHeard = this.#ports.clock.now();
          this.dispatch({ type: "status", connection, status: readStatus(text, this.#ports.redact) });
        },
        onData: (data) => this.#receive(connection, data),
        onAlive: () => (this.#lastHeard = this.#ports.clock.now()),
        onClose: (code, reason) => {
          const why = reason === "" ? "" : `, "${printable(this.#ports.redact(reason))}"`;
          lose(isOpen ? `the WebSocket was closed (code ${code}${why})` : "the WebSocket could not be opened");
        },
      });
    } catch {
      // Its exception shows the URL, and with it the token.
      lose("the WebSocket could not be made");
    }
  }

  #hangUp(): void {
    if (this.#socket !== undefined) this.#socket.close();
    else this.dispatch({ type: "lost", connection: this.#state.connection, error: undefined });
  }

  #shakeHands(): void {
    if (this.#session === undefined) return;
    try {
      this.#socket?.send(this.#ports.handshakeOf(this.#session));
    } catch {
      // It closed in the meantime, and the close event follows.
    }
  }

  #receive(connection: number, data: ArrayBuffer | Blob): void {
    if (connection !== this.#state.connection) return;
    this.#lastHeard = this.#ports.clock.now();
    const arrival = ++this.#arrivals;
    const isRepeated = this.#repeats.isRepeated(connection, data);
    if (typeof isRepeated === "boolean") {
      this.#take(connection, data, isRepeated);
      return;
    }
    void isRepeated.then((is) => {
      // A newer frame replaces one that is still compared.
      if (arrival === this.#arrivals && connection === this.#state.connection) this.#take(connection, data, is);
    });
  }

  /** Delivers a frame, unless it was received before. */
  #take(connection: number, data: ArrayBuffer | Blob, isRepeated: boolean): void {
    if (isRepeated) {
      this.dispatch({ type: "repeated", connection });
      return;
    }
    const size = "size" in data ? data.size : data.byteLength;
    this.#received++;
    this.#bytes += size;
    const { maxFrameBytes } = this.#settings;
    if (size > maxFrameBytes) {
      const message = `A frame of ${size} bytes came, and maxFrameBytes is ${maxFrameBytes}. Allow more, or render smaller.`;
      const error = new StreamError("frameTooLarge", message, { operationId: this.sessionId });
      this.dispatch({ type: "broken", error });
      return;
    }
    const image = "size" in data ? data : new Uint8Array(data);
    const frame = { data: image, number: this.#received, receivedAt: this.#lastHeard };
    this.dispatch({ type: "frame", connection, frame });
  }

  async #arm(timer: StreamTimer, lost: number): Promise<void> {
    this.#timer?.abort();
    const { signal } = (this.#timer = new AbortController());
    const alarm = { timer, lost, lastHeard: () => this.#lastHeard, ping: this.#socket?.ping };
    if (await waitFor(alarm, this.#ports.clock, this.#settings, signal)) this.dispatch({ type: "timeout" });
  }

  async #send(ticket: number, sessionId: string): Promise<void> {
    const patch = this.#patches.get(ticket);
    if (patch === undefined) return;
    const { signal } = (this.#push = new AbortController());
    let outcome: PushSettlement = { result: "sent" };
    try {
      await this.#ports.service.push(sessionId, patch.content, signal);
    } catch (error) {
      outcome = signal.aborted ? { result: "closed" } : { result: "failed", error };
    }
    this.dispatch({ type: "pushed", outcome });
  }

  #settle(ticket: number, outcome: PushSettlement): void {
    const patch = this.#patches.get(ticket);
    this.#patches.delete(ticket);
    if (outcome.result === "failed") patch?.reject(outcome.error as Error);
    else patch?.resolve(outcome.result);
  }

  async #end(sessionId: string): Promise<void> {
    try {
      await this.#ports.service.end(sessionId);
      this.dispatch({ type: "ended" });
    } catch (error) {
      this.dispatch({ type: "ended", error });
    }
  }

  #finishWith({ ending, endError }: StreamEnd): void {
    const error = errorOf({ ending, endError }, this.sessionId);
    // Frames that arrived before a failure can still be taken.
    if (ending.cause !== "failed") this.mailbox.discard();
    this.mailbox.end(error);
    this.#open.reject((error ?? new StreamError("closed", "The stream was closed before it was ready.")) as Error);
    this.#finish({ ending, endError });
  }

  /** Reports the state to the caller if it changed. */
  #show(): void {
    const name = visibleState(this.#state);
    if (name === this.#shown) return;
    this.#shown = name;
    const { ending } = this.#state;
    const error = ending === undefined || ending.cause === "asked" ? undefined : ending.error;
    this.#tell(() => this.#settings.onState?.({ state: name, error, lost: this.#state.lost }));
  }

  /** An error of a callback ends the stream: otherwise it would be lost. */
  #tell(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      if (!isClosing(this.#state)) this.dispatch({ type: "broken", error });
    }
  }
}
