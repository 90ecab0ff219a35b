import { describe, expect, test } from "vitest";
import { ConnectionError, DeadlineError, NotFoundError, RateLimitError } from "../errors/errors.ts";
import { serveHttp, serveTcp } from "../test-support/loopback.ts";
import { KEY, scripted } from "../test-support/transport.ts";
import { VirtualClock } from "@usdkit/test-service/time/virtual-clock";
import { createTransport } from "./create-transport.ts";
import { readSettings, type ClientOptions } from "./read-settings.ts";
import type { Transport } from "./transport.ts";

/** A transport of this machine's own fetch and time. */
function real(options: Partial<ClientOptions> = {}): Transport {
  const settings = { baseUrl: "http://127.0.0.1:9", apiKey: KEY, retry: { baseDelay: 1 }, ...options };
  return createTransport(readSettings(settings), KEY);
}

describe("over real sockets", () => {
  test("a file is streamed from the requested byte, without the key", async () => {
    const seen: (string | undefined)[] = [];
    await using server = await serveHttp((request, response) => {
      const { authorization, range, "if-range": ifRange } = request.headers;
      seen.push(authorization, range, ifRange as string | undefined);
      if (range === undefined) response.writeHead(200, { etag: '"1"' }).end("0123456789");
      else response.writeHead(206, { "content-range": "bytes 4-9/10" }).end("456789");
    });
    const whole = await real().fetchFile(`${server.url}/a.ply`);
    expect([whole.status, whole.headers.get("etag"), await whole.text()]).toEqual([200, '"1"', "0123456789"]);
    const rest = await real().fetchFile(`${server.url}/a.ply`, { from: 4, validator: '"1"' });
    expect([rest.status, await rest.text()]).toEqual([206, "456789"]);
    expect(seen).toEqual([undefined, undefined, undefined, undefined, "bytes=4-", '"1"']);
  });

  test("a range behind the end is reported to the caller", async () => {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(416, { "content-range": "bytes */10" }).end("no");
    });
    const answer = await real().fetchFile(server.url, { from: 10 });
    expect([answer.status, answer.headers.get("content-range"), await answer.text()]).toEqual([416, "bytes */10", ""]);
  });

  test("a redirect of a file host is followed", async () => {
    await using store = await serveHttp((request, response) => response.end(String(request.headers.authorization)));
    await using server = await serveHttp((_request, response) => {
      response.writeHead(302, { location: store.url }).end();
    });
    expect(await (await real().fetchFile(server.url)).text()).toBe("undefined");
  });

  test.each([301, 302, 303, 307, 308])("%i: ten redirects are followed, and no more", async (status) => {
    let count = 0;
    let last = 10;
    await using server = await serveHttp((request, response) => {
      count++;
      const step = Number(request.url?.slice(1));
      if (step === last) response.end("there");
      else response.writeHead(status, { location: `/${step + 1}` }).end("moved");
    });
    expect(await (await real().fetchFile(`${server.url}/0`)).text()).toBe("there");
    expect(count).toBe(11);
    [count, last] = [0, 11];
    const error: unknown = await real()
      .fetchFile(`${server.url}/0`)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ProtocolError", message: expect.stringContaining("10 redirects") as unknown });
    expect(count).toBe(11);
  });

  test.each(["file:///etc/passwd", "http://[", "", "javascript:1"])(
    "a redirect to %j is an error",
    async (location) => {
      let count = 0;
      await using server = await serveHttp((_request, response) => {
        count++;
        response.writeHead(302, { location }).end();
      });
      const fetched = real().fetchFile(server.url);
      await expect(fetched).rejects.toThrow(/files\.get: expected a redirect to http or https/);
      expect(count).toBe(1);
    },
  );

  test("a truncated or stalled body ends with an error", async () => {
    const head = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n0123";
    await using cut = await serveTcp((socket) => socket.once("data", () => socket.end(head)));
    const broken = await real().fetchFile(cut.url);
    await expect(broken.text()).rejects.toBeInstanceOf(ConnectionError);
    await using silent = await serveTcp((socket) => socket.once("data", () => socket.write(head)));
    const stalled = await real({ timeout: { idle: 100 } }).fetchFile(silent.url);
    await expect(stalled.text()).rejects.toThrow(/no data for .* Fetch it again to resume/);
    const clock = new VirtualClock();
    const late = await real({ clock }).fetchFile(silent.url, { deadline: clock.now() + 150 });
    await expect(clock.run(late.text())).rejects.toBeInstanceOf(DeadlineError);
    const controller = new AbortController();
    const left = await real().fetchFile(silent.url, { signal: controller.signal });
    const text = left.text();
    controller.abort(new Error("enough"));
    await expect(text).rejects.toEqual(new Error("enough"));
  });

  test("a body that is not read to its end releases its connection", async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    await using server = await serveTcp((socket) => {
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n0123"));
      socket.on("close", () => closed?.());
    });
    const answer = await real().fetchFile(server.url);
    await answer.body?.cancel();
    await gone;
    expect(answer.bodyUsed).toBe(true);
  });
});

describe("retries like every GET", () => {
  test("faults before the response headers, and no others", async () => {
    const file = { status: 200, body: "abc" };
    for (const act of [
      { fail: "reset" },
      { fail: "refused" },
      { status: 503 },
      { status: 500 },
      { fail: "silence" },
    ] as const) {
      const { transport, sent, outcome } = scripted([act, file]);
      const { value } = await outcome(transport.fetchFile("https://files.example/a?signature=secret"));
      expect(value?.status).toBe(200);
      expect(sent).toHaveLength(2);
    }
  });

  test("errors have the client's classes, and the log has no query strings", async () => {
    for (const [act, type] of [
      [{ status: 404, body: "<Error>NoSuchKey</Error>" }, NotFoundError],
      [{ status: 429, headers: { "retry-after": "300" } }, RateLimitError],
    ] as const) {
      const { transport, sent, log, outcome } = scripted([act]);
      const { error } = await outcome(transport.fetchFile("https://files.example/a?signature=secret"));
      expect(error).toBeInstanceOf(type);
      expect(sent).toHaveLength(1);
      expect(JSON.stringify([log, (error as Error).message])).not.toContain("signature");
    }
  });
});
