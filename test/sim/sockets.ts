import type { VirtualClock } from "@usdkit/test-service/time/virtual-clock";
import type { SimRandom } from "./random.ts";
import type { SimService } from "./service.ts";
import type { Weather } from "./weather.ts";

type Listener = (event: never) => void;

/** The WebSocket option of `SpatialClient`. */
export type SimWebSocket = { readonly prototype: object } & (new (url: string) => {
  binaryType: string;
  send(data: string): void;
  close(): void;
  addEventListener(type: string, listener: Listener): void;
  ping(): void;
  on(event: "ping" | "pong", listener: () => void): void;
});

/** The outcome of a connection. */
type Fate = "good" | "refused" | "silent" | "dropped" | "overloaded" | "engine error" | "stalls";

/** Whether a client has a WebSocket open to a session that it has not begun to close. */
export type IsConnected = (sessionId: string) => boolean;

/** WebSockets to the sessions of a service: they come and go by the weather. */
export function simWebSockets(
  world: { readonly clock: VirtualClock; readonly random: SimRandom; readonly weather: Weather },
  service: SimService,
  trace: (line: string) => void,
): { readonly WebSocket: SimWebSocket; readonly isConnected: IsConnected; readonly open: () => number } {
  const { clock, random, weather } = world;
  /** Those which the client has not begun to close, by their session. */
  const held = new Map<object, string>();
  const connected = new Set<object>();
  const hop = (): number => random.between(2, 200);

  class Connection {
    binaryType = "blob";
    readonly #listeners = new Map<string, Listener>();
    readonly #session: string;
    readonly #fate: Fate;
    #ended = false;

    constructor(url: string) {
      const { searchParams } = new URL(url);
      // A token is fresh from a poll, and opens one connection.
      const session = service.takeByToken(searchParams.get("nid") ?? "", searchParams.get("token") ?? "");
      this.#session = session?.id ?? "";
      this.#fate = random.chance(weather.trouble)
        ? random.pick<Fate>(["refused", "silent", "dropped", "overloaded", "engine error", "stalls"])
        : "good";
      trace(`WebSocket to ${this.#session}: ${this.#fate}`);
      held.set(this, this.#session);
      connected.add(this);
      clock.after(hop(), () => {
        if (this.#fate === "refused" || !service.isOpen(this.#session)) this.#end(1006);
        else this.#tell("open", {});
      });
    }

    addEventListener(type: string, listener: Listener): void {
      this.#listeners.set(type, listener);
    }

    send(_data: string): void {
      if (this.#fate === "silent") return;
      if (this.#fate === "overloaded") {
        this.#text("1000");
        return;
      }
      clock.after(hop(), () => this.#text("0"));
      if (this.#fate === "engine error")
        clock.after(hop() * 3, () => this.#text(random.pick(["2001", "2002", "4711"])));
      if (this.#fate === "dropped") clock.after(random.between(300, 5000), () => this.#end(1006));
      this.#frames(this.#fate === "stalls" ? 2 : 1000);
    }

    on(event: string, listener: () => void): void {
      this.#listeners.set(event, listener);
    }

    ping(): void {
      if (this.#fate !== "stalls") clock.after(hop(), () => this.#tell("pong", {}));
    }

    close(): void {
      held.delete(this);
      // Not every host answers; then the client cuts it off.
      if (!random.chance(weather.trouble)) clock.after(hop(), () => this.#end(1000));
      else clock.after(60_000, () => this.#end(1006));
    }

    #frames(left: number): void {
      if (left === 0) return;
      clock.after(random.between(100, 1000), () => {
        if (this.#ended || !held.has(this)) return;
        if (service.isOpen(this.#session)) this.#tell("message", { data: new ArrayBuffer(8) });
        else this.#end(1006);
        this.#frames(left - 1);
      });
    }

    #text(code: string): void {
      this.#tell("message", { data: JSON.stringify({ code }) });
    }

    #end(code: number): void {
      if (this.#ended) return;
      this.#tell("close", { code, reason: "" });
      this.#ended = true;
      held.delete(this);
      connected.delete(this);
    }

    #tell(type: string, event: object): void {
      if (!this.#ended) this.#listeners.get(type)?.(event as never);
    }
  }

  return {
    WebSocket: Connection,
    isConnected: (sessionId) => [...held.values()].includes(sessionId),
    open: () => held.size,
  };
}
