import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { streamCode, streamCodes, streamMessageSchema } from "./stream-message.ts";
import { streamHandshake, streamHandshakeSchema } from "./stream-handshake.ts";
import { streamUrl } from "./stream-url.ts";

const text = fc.string({ unit: "grapheme" });

describe("the URL", () => {
  test("carries node and token through a URL parser", () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (nodeId, token, secure) => {
        const url = new URL(streamUrl({ host: "node-1.example:8443", nodeId, token }, secure));
        expect(url.protocol).toBe(secure ? "wss:" : "ws:");
        expect(url.host).toBe("node-1.example:8443");
        expect(url.pathname).toBe("/streaming/ws/session");
        expect([...url.searchParams]).toEqual([
          ["nid", nodeId],
          ["token", token],
        ]);
      }),
    );
  });

  test("has the form of spec 6", () => {
    expect(streamUrl({ host: "127.0.0.1:9", nodeId: "a/b", token: "c==" }, false)).toBe(
      "ws://127.0.0.1:9/streaming/ws/session?nid=a%2Fb&token=c%3D%3D",
    );
    expect(streamUrl({ host: "[::1]:9", nodeId: "", token: "" }, true)).toBe(
      "wss://[::1]:9/streaming/ws/session?nid=&token=",
    );
  });

  test.each(["", "h/p", "h?x", "h#x", "me@h", "me:word@h", "h\\x", "h h", "h:x", "h:99999", "wss://h", "%68", "h\n"])(
    "leads to no host %j",
    (host) => {
      expect(() => streamUrl({ host, nodeId: "n", token: "secret" }, true)).toThrow("invalid host of the session");
      expect(() => streamUrl({ host, nodeId: "n", token: "secret" }, true)).not.toThrow(/secret|word/);
    },
  );
});

test("the handshake is that of spec 6", () => {
  expect(streamHandshake("st-5")).toEqual({ type: 3, slaveInit: { masterStreamingId: "st-5", receiveImage: true } });
  expect(streamHandshakeSchema.safeParse(streamHandshake("st-5")).success).toBe(true);
  for (const bad of [
    { type: 2 },
    { slaveInit: {} },
    { slaveInit: { masterStreamingId: "1", receiveImage: false } },
    { x: 1 },
  ]) {
    expect(streamHandshakeSchema.safeParse({ ...streamHandshake("st-5"), ...bad }).success).toBe(false);
  }
});

describe("messages", () => {
  test("codes are those of spec 6", () => {
    expect(streamCodes.map(({ code, effect }) => `${code} ${effect}`)).toEqual([
      "0 success",
      "1000 error",
      "1001 error",
      "1003 slave-exceeded",
      "2001 none",
      "2002 none",
    ]);
    for (const each of streamCodes) expect(streamCode(each.code)).toBe(each);
  });

  test("an unknown code is read, and has no effect", () => {
    const known = new Set(streamCodes.map(({ code }) => code));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("constructor", "00", "1002", "")), (code) => {
        fc.pre(!known.has(code));
        expect(streamMessageSchema.parse({ code, more: 1 })).toEqual({ code, more: 1 });
        expect(streamCode(code)).toBeUndefined();
      }),
    );
  });

  test.each([{}, { code: 0 }, [], null, "0"])("%j is none", (message) => {
    expect(streamMessageSchema.safeParse(message).success).toBe(false);
  });
});
