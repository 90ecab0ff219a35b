/** Every fault of a WebSocket on the way of a stream: what it comes to, and that no session and no connection is left open. */
import { expect, test } from "vitest";
import { socket, type SessionPlan } from "@usdkit/test-service";
import { JourneyBench } from "./test-support/journey-bench.ts";
import { JOURNEYS } from "./test-support/journeys.ts";

const stream = JOURNEYS.find(({ name }) => name === "stream");
if (stream === undefined) throw new Error("there is no journey with a stream");

const frames = socket.frames({ count: 3, rate: Infinity, size: 500 });
const many = socket.frames({ count: 50, rate: Infinity, size: 100_000 });

interface Row {
  readonly plan: SessionPlan;
  /** The reported failure; `undefined` if the client reconnects, or nothing is wrong. */
  readonly failure?: string;
  /** Connections in all. */
  readonly sockets: number;
}

const ROWS: readonly Row[] = [
  { plan: socket.ready("frames", frames), sockets: 1 },
  { plan: socket.ready("many frames at once", many), sockets: 1 },
  { plan: socket.ready("fragments", socket.frames({ count: 3, rate: Infinity, size: 900, fragments: 7 })), sockets: 1 },
  { plan: socket.ready("engine errors", socket.code("2001"), socket.code("2002"), frames), sockets: 1 },
  { plan: socket.ready("unknown codes", socket.code("4711"), socket.text('{"code":0}'), frames), sockets: 1 },
  { plan: socket.ready("no JSON", socket.text("hello"), socket.text("{"), socket.text(""), frames), sockets: 1 },
  { plan: socket.ready("text among frames", frames, socket.code("2001"), frames), sockets: 1 },
  { plan: socket.ready("deaf", frames, socket.deaf), sockets: 1 },
  { plan: socket.answers("1000"), failure: "overloaded", sockets: 1 },
  { plan: socket.answers("1001"), failure: "initializationFailed", sockets: 1 },
  { plan: socket.answers("1003"), failure: "slaveLimitExceeded", sockets: 1 },
  { plan: socket.ready("overloaded later", socket.code("1000")), failure: "overloaded", sockets: 1 },
  { plan: socket.refuses(503), sockets: 2 },
  { plan: socket.refuses(404), sockets: 2 },
  { plan: socket.resetsUpgrade(), sockets: 2 },
  { plan: socket.hangsUpUpgrade(), sockets: 2 },
  { plan: socket.noHttp(), sockets: 2 },
  { plan: socket.neverUpgrades(), sockets: 2 },
  { plan: socket.closesInHandshake(1013), sockets: 2 },
  { plan: socket.closesInHandshake(1000), sockets: 2 },
  { plan: socket.neverAnswersHandshake(), sockets: 2 },
  { plan: socket.answers("4711"), sockets: 2 },
  { plan: socket.steps("no handshake wanted", socket.close(1011)), sockets: 2 },
  { plan: socket.ready("reset before a frame", socket.reset), sockets: 2 },
  { plan: socket.ready("end before a frame", socket.hangUp), sockets: 2 },
  { plan: socket.ready("closed before a frame", socket.close(1001)), sockets: 2 },
  { plan: socket.ready("bytes past the protocol", socket.malformed), sockets: 2 },
  { plan: socket.ready("answers no ping", socket.deaf), sockets: 2 },
];

test.each(ROWS)("$plan.name", async ({ plan, failure, sockets }) => {
  await using bench = await JourneyBench.start();
  const { record, script } = bench.service;
  script.sessions(plan);
  const { error, wrong } = await bench.run(stream);
  expect(wrong).toEqual([]);
  expect(error).toEqual(failure === undefined ? undefined : expect.objectContaining({ name: "StreamError", failure }));
  expect(record.sockets).toHaveLength(sockets);
  expect(record.sessions).toMatchObject([{ ended: "delete" }]);
});

test.each(ROWS.filter(({ sockets }) => sockets > 1))("$plan.name, without end", async ({ plan }) => {
  await using bench = await JourneyBench.start();
  const { record, script } = bench.service;
  script.sessions(...Array.from({ length: 4 }, () => plan));
  const { error, wrong } = await bench.run(stream);
  expect(wrong).toEqual([]);
  expect(error).toMatchObject({ name: "ConnectionError" });
  expect(record.sockets).toHaveLength(4);
  expect(record.sessions).toMatchObject([{ ended: "delete" }]);
});
