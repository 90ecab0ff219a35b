import { expect, test } from "vitest";
import { GatheredSink } from "./gathered-sink.ts";
import type { Sink } from "./report-file.ts";

function recorded(): { readonly sink: Sink; readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    sink: {
      write: async (chunk) => void calls.push(String(chunk)),
      close: () => void calls.push("close"),
      discard: () => void calls.push("discard"),
    },
  };
}

test("gathers small texts, and writes when there is enough, or after a while", async () => {
  const { sink, calls } = recorded();
  let now = 0;
  const gathered = new GatheredSink(sink, () => now);
  expect(gathered.write("a")).toBeUndefined();
  expect(gathered.write("b")).toBeUndefined();
  now = 100;
  await gathered.write("c");
  expect(calls).toEqual(["abc"]);
  await gathered.write("x".repeat(1 << 16));
  expect(calls).toHaveLength(2);
  expect(gathered.write("end")).toBeUndefined();
  await gathered.close();
  expect(calls.slice(2)).toEqual(["end", "close"]);
});

test("what came before is written if a run ends early", async () => {
  const { sink, calls } = recorded();
  const gathered = new GatheredSink(sink, () => 0);
  void gathered.write("a");
  await gathered.discard();
  expect(calls).toEqual(["a", "discard"]);
});

test("discards also if it cannot write", async () => {
  const { sink, calls } = recorded();
  const gathered = new GatheredSink({ ...sink, write: () => Promise.reject(new Error("full")) }, () => 0);
  void gathered.write("a");
  await expect(gathered.discard()).rejects.toThrow("full");
  expect(calls).toEqual(["discard"]);
});
