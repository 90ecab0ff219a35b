import { defaultRetryPolicy, defaultTimeoutPolicy, type Fetch } from "@usdkit/client";
import type { VirtualClock } from "@usdkit/test-service/time/virtual-clock";
import type { SimRandom } from "./random.ts";
import type { ServiceReply } from "@usdkit/test-service/states/request";
import type { Arrival, SimService } from "./service.ts";
import type { IsConnected } from "./sockets.ts";
import { UploadWatch } from "./upload-watch.ts";
import type { Weather } from "./weather.ts";

/** A request as it left a client. */
export interface Sending {
  readonly client: number;
  readonly time: number;
  readonly arrival: Arrival;
  readonly body: string;
  /** Whether its client could be certain that it was not accepted; set when the attempt ends. */
  notAccepted: boolean;
}

/** The dependencies of a network. */
export interface SimNetworkParts {
  readonly clock: VirtualClock;
  readonly random: SimRandom;
  readonly service: SimService;
  readonly weather: Weather;
  readonly problems: string[];
  readonly isConnected: IsConnected;
}

/** Just below the margin that the client counts on. */
const LATEST = defaultRetryPolicy.margin - 10;

/** What happens to a request. */
type Fate =
  | "answered"
  | "refused"
  | "lost request"
  | "lost reply"
  | "late"
  | "twice"
  | "proxy"
  | "busy"
  | "failed after it was done"
  | "garbled"
  | "slow"
  | UploadFate;

/** What happens to the upload host. */
type UploadFate = "tokens expire" | "restart" | "busy envelope";

const FATES: readonly [Fate, ...Fate[]] = [
  "refused",
  "lost request",
  "lost reply",
  "late",
  "twice",
  "proxy",
  "busy",
  "failed after it was done",
  "garbled",
  "slow",
];
const UPLOAD_FATES: readonly [Fate, ...Fate[]] = [...FATES, "tokens expire", "restart", "busy envelope"];

/** The network between clients and the service. It loses, delays, repeats and breaks things, by the weather. */
export class SimNetwork {
  readonly sent: Sending[] = [];
  readonly #clock: VirtualClock;
  readonly #random: SimRandom;
  readonly #service: SimService;
  readonly #weather: Weather;
  readonly #problems: string[];
  readonly #isConnected: IsConnected;
  readonly #trace: (line: string) => void;
  readonly #uploads = new UploadWatch();

  constructor(
    { clock, random, service, weather, problems, isConnected }: SimNetworkParts,
    trace: (line: string) => void,
  ) {
    this.#clock = clock;
    this.#random = random;
    this.#service = service;
    this.#weather = weather;
    this.#problems = problems;
    this.#isConnected = isConnected;
    this.#trace = trace;
  }

  /** The `fetch` of a client. */
  fetchFor(client: number): Fetch {
    return async (url, init) => {
      const { pathname, search, origin } = new URL(url);
      const headers = init.headers as Readonly<Record<string, string>>;
      const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "";
      const arrival: Arrival = {
        method: init.method ?? "GET",
        isUploadHost: origin === "https://upload.example",
        path: pathname,
        query: search.slice(1),
        key: headers["authorization"],
        token: headers["ous-token-v2"],
        contentType: headers["content-type"] ?? "",
        call: headers["traceparent"] ?? "",
        json: body === "" ? {} : (JSON.parse(body) as Arrival["json"]),
        bytes: Buffer.alloc(0),
      };
      const sending: Sending = { client, time: this.#clock.now(), arrival, body, notAccepted: false };
      this.sent.push(sending);
      const fate = this.#drawFate(arrival);
      this.#trace(
        `client ${client} sends ${arrival.method} ${pathname} ${short(body)}: ${typeof fate === "string" ? fate : `storm ${fate.status}`}`,
      );
      this.#look(arrival, origin);
      const over = this.#uploads.begin(arrival, this.#clock.now(), this.#problems);
      try {
        if (init.body instanceof ReadableStream) arrival.bytes = await readAll(init.body as ReadableStream<Uint8Array>);
        return await this.#deliver(sending, fate, init.signal ?? undefined);
      } finally {
        over(this.#clock.now());
      }
    };
  }

  /** Checks for requests that must never be sent. */
  #look({ method, path, key, token }: Arrival, origin: string): void {
    const isGateway = origin === "https://gateway.example";
    if (!isGateway && key !== undefined) this.#problems.push(`the key went to ${origin}`);
    if (isGateway && token !== undefined) this.#problems.push("an upload token went to the gateway");
    const session = method === "DELETE" ? path.split("/").at(-1) : undefined;
    if (session !== undefined && this.#isConnected(session)) {
      this.#problems.push(`${session} was ended before its WebSocket was closed`);
    }
  }

  #drawFate({ path, isUploadHost }: Arrival): Fate | { readonly status: number } {
    const now = this.#clock.now();
    for (const { from, to, status, share } of this.#weather.storms) {
      if (now >= from && now < to && this.#random.chance(share)) return { status };
    }
    if (!this.#random.chance(this.#weather.trouble)) return "answered";
    const fate = this.#random.pick(isUploadHost ? UPLOAD_FATES : FATES);
    // A second session or world that the network makes is not the client's.
    return fate === "twice" && !path.endsWith("/jobs") ? "late" : fate;
  }

  #deliver(
    sending: Sending,
    fate: Fate | { readonly status: number },
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const clock = this.#clock;
    const random = this.#random;
    const { arrival, time: start } = sending;
    return new Promise((resolve, reject) => {
      let open = true;
      /** Runs when the client has given up; the request may still be on its way. */
      let afterEnd: (() => void) | undefined;
      const end = (): void => {
        if (!open) return;
        open = false;
        signal?.removeEventListener("abort", onAbort);
        afterEnd?.();
      };
      const onAbort = (): void => {
        if (!open) return;
        reject(signal?.reason as Error);
        end();
      };
      signal?.addEventListener("abort", onAbort, { once: true });

      const land = (delay: number, reply?: (answer: ServiceReply) => void): void => {
        let landed = false;
        const arrive = (): void => {
          if (landed) return;
          landed = true;
          const answer = this.#service.handle(arrival);
          this.#trace(`  ${arrival.method} ${arrival.path} ${short(sending.body)} lands: ${answer.status}`);
          reply?.(answer);
        };
        const planned = clock.now() + delay;
        clock.after(delay, () => {
          if (open || clock.now() <= this.#latest(start, endedAt)) arrive();
        });
        let endedAt = Infinity;
        afterEnd = () => {
          endedAt = clock.now();
          // What is on its way arrives soon, or never.
          const rest = this.#latest(start, endedAt) - endedAt;
          if (planned > endedAt + rest && rest >= 0 && random.chance(0.5)) clock.after(random.next() * rest, arrive);
        };
      };
      const answer = (response: Response, notAccepted = false): void => {
        if (!open) return;
        sending.notAccepted = notAccepted;
        resolve(response);
        end();
      };
      const fail = (error: TypeError, notAccepted = false): void => {
        if (!open) return;
        sending.notAccepted = notAccepted;
        reject(error);
        end();
      };
      const reset = (delay: number): void => clock.after(delay, () => fail(networkError("ECONNRESET", "read")));
      const hop = (): number => random.between(2, 200);

      if (typeof fate === "object") {
        const { status } = fate;
        // A request that is answered with 500 has taken effect half of the time.
        if (status === 500 && random.chance(0.5)) land(hop());
        else if (status !== 401) this.#service.reject(arrival);
        clock.after(hop(), () => answer(plain(status, this.#retryAfter(status)), status !== 500));
        return;
      }
      switch (fate) {
        case "answered":
          land(hop(), (reply) => clock.after(hop(), () => answer(ofAnswer(reply), reply.status >= 400)));
          return;
        case "refused":
          clock.after(hop(), () => fail(networkError("ECONNREFUSED", "connect"), true));
          return;
        case "lost request":
          if (random.chance(0.5)) reset(random.between(1, 5000));
          return;
        case "lost reply":
          land(hop(), () => {
            if (random.chance(0.5)) reset(hop());
          });
          return;
        case "late": {
          const broken = random.between(1, 3000);
          land(broken + random.next() * LATEST);
          reset(broken);
          return;
        }
        case "twice": {
          const first = hop();
          land(first, (reply) => clock.after(hop(), () => answer(ofAnswer(reply), reply.status >= 400)));
          clock.after(first + random.next() * LATEST, () => this.#service.handle(arrival));
          return;
        }
        case "proxy":
          if (random.chance(0.5)) land(hop());
          clock.after(hop() * 2, () => answer(plain(random.pick([502, 504]))));
          return;
        case "busy": {
          const status = random.pick([429, 503]);
          if (random.chance(0.5)) this.#service.reject(arrival);
          clock.after(hop(), () => answer(plain(status, this.#retryAfter(status)), true));
          return;
        }
        case "failed after it was done":
          land(hop(), () => clock.after(hop(), () => answer(plain(500))));
          return;
        case "garbled":
          land(hop(), (reply) =>
            clock.after(hop(), () =>
              answer(reply.status < 300 ? garbled(random, reply) : ofAnswer(reply), reply.status >= 400),
            ),
          );
          return;
        case "tokens expire":
          this.#service.expireUploadTokens();
          land(hop(), (reply) => clock.after(hop(), () => answer(ofAnswer(reply), reply.status >= 400)));
          return;
        case "restart":
          this.#service.loseParts();
          land(hop(), (reply) => clock.after(hop(), () => answer(ofAnswer(reply), reply.status >= 400)));
          return;
        case "busy envelope":
          clock.after(hop(), () => answer(ofAnswer({ status: 200, json: { c: 5001, d: null, m: "busy" } })));
          return;
        case "slow":
          land(random.between(5000, 19_000), (reply) =>
            clock.after(random.between(5000, 19_000), () => answer(ofAnswer(reply), reply.status >= 400)),
          );
          return;
      }
    });
  }

  /** The last moment at which a request can arrive: a little after its attempt is over, however late the client notices. */
  #latest(start: number, ended: number): number {
    return Math.min(ended, start + defaultTimeoutPolicy.attempt) + LATEST;
  }

  #retryAfter(status: number): Readonly<Record<string, string>> {
    if (status !== 429 && status !== 503) return {};
    const value = this.#random.pick([undefined, undefined, "0", "1", "5", "30", "60", "61", "date", "soon"]);
    if (value === undefined) return {};
    return { "retry-after": value === "date" ? new Date(this.#clock.now() + 7000).toUTCString() : value };
  }
}

function ofAnswer({ status, json }: ServiceReply): Response {
  return new Response(json === undefined ? null : JSON.stringify(json), {
    status,
    headers: { "content-type": "application/json" },
  });
}

function plain(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(status === 401 ? "no" : "<h1>Sorry</h1>", { status, headers });
}

function garbled(random: SimRandom, { status, json }: ServiceReply): Response {
  const text = json === undefined ? "" : JSON.stringify(json);
  if (text === "") return new Response(null, { status });
  switch (random.between(0, 3)) {
    case 0:
      return new Response(text.slice(0, random.between(0, text.length - 1)), { status });
    case 1:
      return new Response("<html>welcome</html>", { status, headers: { "content-type": "text/html" } });
    case 2:
      return new Response("{}", { status });
    default: {
      const half = new TextEncoder().encode(text.slice(0, 5));
      const stream = new ReadableStream({
        start: (controller) => controller.enqueue(half),
        pull: (controller) => controller.error(networkError("UND_ERR_SOCKET", "read")),
      });
      return new Response(stream, { status });
    }
  }
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
  return Buffer.concat(pieces);
}

function networkError(code: string, syscall: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(`${syscall} ${code}`), { code, syscall }) });
}

function short(body: string): string {
  return body.slice(0, 80);
}
