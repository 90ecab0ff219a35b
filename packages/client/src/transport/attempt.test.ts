import { expect, test } from "vitest";
import { systemClock, type Clock } from "../platform/clock.ts";
import { serveHttp, serveTcp } from "../test-support/loopback.ts";
import { VirtualClock } from "@usdkit/test-service/time/virtual-clock";
import { attempt, type Outcome } from "./attempt.ts";

/** One attempt with the platform's own fetch, over a real socket. */
function send(
  url: string,
  { clock = systemClock, signal, onHead }: { clock?: Clock; signal?: AbortSignal; onHead?: () => void } = {},
): Promise<Outcome> {
  return attempt(
    async (address, init) => {
      const response = await fetch(address, init);
      onHead?.();
      return response;
    },
    {
      method: "POST",
      url: new URL(url),
      headers: { authorization: "secret-key", "content-type": "application/json" },
      body: new TextEncoder().encode('{"a":1}'),
    },
    { clock, timeout: 10_000, signals: [signal] },
  );
}

/** A port of this machine that nothing listens on. */
async function freePort(): Promise<number> {
  await using server = await serveTcp(() => {});
  return server.port;
}

test("returns status, headers and text; the request is sent as it was built", async () => {
  const seen: unknown[] = [];
  await using server = await serveHttp((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      seen.push(request.method, request.headers.authorization, body);
      response.writeHead(202, { "retry-after": "7" }).end("grüße");
    });
  });
  const outcome = await send(server.url);
  expect(outcome).toMatchObject({ kind: "answer", status: 202, text: "grüße" });
  expect(outcome.kind === "answer" && outcome.headers.get("retry-after")).toBe("7");
  expect(seen).toEqual(["POST", "secret-key", '{"a":1}']);
});

test("a refused connection has certainly sent nothing", async () => {
  expect(await send(`http://127.0.0.1:${await freePort()}`)).toMatchObject({
    kind: "unreached",
    failure: { code: "ECONNREFUSED", permanent: false },
  });
  // Both addresses of the name are tried, and both refuse the connection.
  expect(await send(`http://localhost:${await freePort()}`)).toMatchObject({ kind: "unreached" });
});

test("a host name that does not resolve has certainly sent nothing", async () => {
  expect(await send("http://no-such-host.invalid")).toMatchObject({ kind: "unreached" });
});

test("a reset is ambiguous at any time", async () => {
  await using atOnce = await serveTcp((socket) => socket.resetAndDestroy());
  await using afterRequest = await serveTcp((socket) => socket.once("data", () => socket.resetAndDestroy()));
  await using closed = await serveTcp((socket) => socket.once("data", () => socket.end()));
  for (const server of [atOnce, afterRequest, closed]) {
    expect(await send(server.url)).toMatchObject({ kind: "lost", why: "connection" });
  }
});

test("a truncated response is lost, but its status is known", async () => {
  await using server = await serveTcp((socket) =>
    socket.once("data", () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"operationId":')),
  );
  expect(await send(server.url)).toMatchObject({ kind: "lost", why: "cut", status: 200 });
  await using chunked = await serveTcp((socket) =>
    socket.once("data", () => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"ope\r\n')),
  );
  expect(await send(chunked.url)).toMatchObject({ kind: "lost", why: "cut", status: 200 });
});

test("no response, or half of one, ends with the attempt's timeout", async () => {
  const clock = new VirtualClock();
  await using silent = await serveTcp((socket) => socket.once("data", () => clock.step()));
  expect(await send(silent.url, { clock })).toEqual({ kind: "lost", why: "timeout", status: undefined });
  await using half = await serveTcp((socket) =>
    socket.once("data", () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a')),
  );
  // When the body is being read.
  const onHead = (): unknown => setImmediate(() => clock.step());
  expect(await send(half.url, { clock, onHead })).toEqual({ kind: "lost", why: "timeout", status: 200 });
});

test("an abort ends the attempt with its reason", async () => {
  const controller = new AbortController();
  await using silent = await serveTcp((socket) => socket.once("data", () => controller.abort("enough")));
  expect(await send(silent.url, { signal: controller.signal })).toEqual({ kind: "aborted", reason: "enough" });
  expect(await send(silent.url, { signal: controller.signal })).toEqual({ kind: "aborted", reason: "enough" });
});

test("a redirect is not followed, so the key stays with its host", async () => {
  const seen: (string | undefined)[] = [];
  await using other = await serveHttp((request, response) => {
    seen.push(request.headers.authorization);
    response.end("{}");
  });
  await using server = await serveHttp((_request, response) => {
    response.writeHead(307, { location: other.url }).end();
  });
  expect(await send(server.url)).toMatchObject({ kind: "answer", status: 307 });
  expect(seen).toEqual([]);
});

test("an endless response is not read to its end", async () => {
  const piece = "x".repeat(1 << 20);
  await using server = await serveHttp((_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(piece)) {}
      if (!response.destroyed) response.once("drain", write);
    };
    write();
  });
  expect(await send(server.url)).toEqual({ kind: "lost", why: "too large", status: 200 });
});

test("https to a server without TLS, and http to a server without HTTP, have their own messages", async () => {
  await using plain = await serveHttp((_request, response) => response.end("{}"));
  expect(await send(plain.url.replace("http:", "https:"))).toMatchObject({
    kind: "unreached",
    failure: { permanent: true, text: "the other side does not speak TLS: is it http?" },
  });
  await using alert = await serveTcp((socket) =>
    socket.once("data", () => socket.end(Buffer.from("15030100020246", "hex"))),
  );
  expect(await send(alert.url)).toMatchObject({
    kind: "lost",
    why: "connection",
    failure: { text: "the answer is not HTTP: is it https?" },
  });
});
