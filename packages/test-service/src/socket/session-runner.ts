/** Runs the steps of a plan on one connection. */
import type { Duplex } from "node:stream";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import { makeFrame } from "../images/jpeg.ts";
import type { OpenSocket } from "../record/record.ts";
import type { ServiceParts } from "../model/service-settings.ts";
import type { Session } from "../states/session-states.ts";
import type { FrameSettings, SessionPlan, SessionStep } from "../script/session-plan.ts";

/** Maximum buffered bytes for the client: a node drops frames rather than buffer them all. */
const MAX_WAITING = 4 << 20;

/** A WebSocket of a session. */
export interface SessionConnection {
  readonly ws: WebSocket;
  /** The underlying connection. */
  readonly wire: Duplex;
  readonly session: Session;
  readonly seen: OpenSocket;
}

export class SessionRunner {
  readonly #parts: ServiceParts;
  readonly #session: Session;
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #seen: OpenSocket;
  readonly #isOver: Promise<void>;
  #isEnded = false;
  #frame = 0;

  constructor(parts: ServiceParts, { ws: socket, wire, session, seen }: SessionConnection) {
    this.#parts = parts;
    this.#session = session;
    this.#socket = socket;
    this.#wire = wire;
    this.#seen = seen;
    this.#isOver = new Promise((resolve) => {
      socket.once("close", () => {
        this.#isEnded = true;
        resolve();
      });
    });
  }

  async run({ steps }: SessionPlan): Promise<void> {
    for (const step of steps) {
      if (this.#isEnded) return;
      await Promise.race([this.#take(step), this.#isOver]);
    }
  }

  async #take(step: SessionStep): Promise<void> {
    switch (step.do) {
      case "handshake":
        await this.#parts.record.until(() => this.#seen.messages.length > 0 || this.#isEnded);
        return;
      case "text":
        await this.#send(step.text, { binary: false, fin: true });
        return;
      case "binary":
        await this.#send(step.bytes, { binary: true, fin: true });
        return;
      case "frames":
        await this.#sendFrames({ ...this.#parts.settings.frames, ...step }, step.fragments ?? 1);
        return;
      case "wait":
        await sleep(step.milliseconds);
        return;
      case "patches":
        await this.#parts.record.until(() => this.#session.patches.length >= step.count || this.#isEnded);
        return;
      case "close":
        this.#seen.closedBy ??= "service";
        this.#socket.close(step.code, step.reason);
        return;
      case "reset":
      case "hang-up":
        this.#seen.closedBy ??= "service";
        if (step.do === "reset" && "resetAndDestroy" in this.#wire) (this.#wire.resetAndDestroy as () => void)();
        else this.#wire.end();
        return;
      case "raw":
        this.#wire.write(step.bytes);
        return;
      case "deaf":
        this.#seen.isDeaf = true;
        this.#socket.pause();
    }
  }

  async #sendFrames({ rate, size, count }: FrameSettings, fragments: number): Promise<void> {
    const start = performance.now();
    for (let sent = 0; sent < count && !this.#isEnded; sent++) {
      const ahead = start + (sent * 1000) / rate - performance.now();
      if (ahead > 1) await sleep(ahead);
      this.#frame++;
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      if (Number.isFinite(rate) && this.#socket.bufferedAmount > MAX_WAITING) continue;
      const bytes = makeFrame(this.#frame, this.#session.id, size);
      const step = Math.ceil(bytes.length / fragments);
      let isWritten = Promise.resolve();
      for (let at = 0; at < bytes.length; at += step) {
        isWritten = this.#send(bytes.subarray(at, at + step), { binary: true, fin: at + step >= bytes.length });
      }
      this.#seen.frames++;
      if (!Number.isFinite(rate)) {
        // Wait for the connection, and let other tasks of the process run.
        await isWritten;
        await setImmediate();
      }
    }
  }

  /** Resolves when the bytes have left the process, or the connection is gone. */
  async #send(data: string | Uint8Array, options: { binary: boolean; fin: boolean }): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    await new Promise<void>((resolve) => this.#socket.send(data, options, () => resolve()));
  }
}
