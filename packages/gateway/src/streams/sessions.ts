import { randomUUID, timingSafeEqual } from "node:crypto";
import type { Clock } from "../settings/clock.ts";
import type { Background } from "../workers/protocol.ts";
import { fairOrder, isRunning } from "./fair-order.ts";
import { Session, type NewSession, type SessionOptions } from "./session.ts";
import { hashToken, makeToken } from "./session-token.ts";

export interface SessionsOptions {
  readonly clock: Clock;
  /** Maximum number of concurrent sessions; others wait. */
  readonly active: number;
  /** Milliseconds. */
  readonly idle: number;
  readonly background: Background;
  /** Called after the end of each session. */
  readonly onEnd?: (id: string) => void;
}

/** A session's WebSocket address and token. */
export interface SessionAccess {
  readonly streamId: string;
  readonly nodeId: string;
  readonly token: string;
}

interface Row {
  readonly session: Session;
  readonly access: SessionAccess;
  readonly tokenHash: Buffer;
  lastUse: number;
}

/** The realtime sessions of this process. They end with it. */
export class Sessions {
  readonly nodeId: string = `node-${randomUUID()}`;
  private readonly options: SessionsOptions;
  private readonly rows = new Map<string, Row>();
  /** The number of the last start of each user. */
  private readonly lastStarts = new Map<string, number>();
  private starts = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(options: SessionsOptions) {
    this.options = options;
    this.timer = setInterval(() => this.endIdle(), 1000);
    this.timer.unref();
  }

  add(given: NewSession, findAssets: SessionOptions["findAssets"]): Session {
    const { clock, background } = this.options;
    const session = new Session(given, { background, findAssets, onChange: () => this.startSome() });
    const access = { streamId: randomUUID(), nodeId: this.nodeId, token: makeToken() };
    this.rows.set(given.id, { session, access, tokenHash: hashToken(access.token), lastUse: clock.now() });
    this.startSome();
    return session;
  }

  /** Returns a user's own session, without restarting its idle time. */
  get(user: string, id: string): { readonly session: Session; readonly access: SessionAccess } | undefined {
    const row = this.rows.get(id);
    return row?.session.user === user ? row : undefined;
  }

  list(): readonly Session[] {
    return Array.from(this.rows.values(), ({ session }) => session);
  }

  /** Position in the queue, from 1; 0 if it is not queued. */
  queuePosition(session: Session): number {
    return fairOrder(this.list(), this.lastStarts).indexOf(session) + 1;
  }

  /** Returns the session of a token, in constant time. */
  byToken(token: string): { readonly session: Session; readonly access: SessionAccess } | undefined {
    const hash = hashToken(token);
    let found: Row | undefined;
    for (const row of this.rows.values()) if (timingSafeEqual(row.tokenHash, hash)) found = row;
    return found;
  }

  /** Restarts the idle time of a session. */
  touch(id: string): void {
    const row = this.rows.get(id);
    if (row !== undefined) row.lastUse = this.options.clock.now();
  }

  end(id: string): void {
    const row = this.rows.get(id);
    this.rows.delete(id);
    row?.session.end();
    if (row !== undefined) this.options.onEnd?.(id);
    this.startSome();
  }

  /** Ends idle sessions. */
  endIdle(): void {
    const now = this.options.clock.now();
    for (const [id, row] of this.rows) {
      if (row.session.viewers.size > 0) row.lastUse = now;
      else if (now - row.lastUse >= this.options.idle) this.end(id);
    }
  }

  close(): void {
    clearInterval(this.timer);
    for (const id of this.rows.keys()) this.end(id);
  }

  private startSome(): void {
    const all = this.list();
    const free = this.options.active - all.filter(({ state }) => isRunning(state)).length;
    for (const session of fairOrder(all, this.lastStarts).slice(0, Math.max(0, free))) {
      this.lastStarts.set(session.user, ++this.starts);
      void session.start();
    }
  }
}
