import { listWorlds } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { page } from "../test-support/calls.ts";
import { scripted } from "../test-support/transport.ts";

describe("logging and tracing", () => {
  test("one record per attempt", async () => {
    const { transport, log, outcome } = scripted(
      [
        { status: 503, after: 40 },
        { ...page, after: 30 },
      ],
      { random: () => 0.5 },
    );
    await outcome(transport.call(listWorlds, { body: {} }));
    const place = {
      endpoint: "worlds.list",
      method: "POST",
      origin: "https://gateway.example",
      path: "/global/world/v1/list",
    };
    expect(log).toEqual([
      {
        ...place,
        attempt: 1,
        wait: 0,
        duration: 40,
        status: 503,
        outcome: "not accepted",
        error: expect.any(String) as unknown,
      },
      { ...place, attempt: 2, wait: 250, duration: 30, status: 200, outcome: "accepted", error: undefined },
    ]);
  });

  test("an exception in a logger does not affect the call", async () => {
    const { transport, outcome } = scripted([page], {
      logger: {
        attempt: () => {
          throw new Error("disk full");
        },
      },
    });
    expect((await outcome(transport.call(listWorlds, { body: {} }))).error).toBeUndefined();
  });

  test("traceparent is passed through: the call's own, otherwise the client's; not to file hosts", async () => {
    const own = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const client = "00-11111111111111111111111111111111-2222222222222222-00";
    const { transport, sent, outcome } = scripted([page], { traceparent: client });
    await outcome(transport.call(listWorlds, { body: {} }));
    await outcome(transport.call(listWorlds, { body: {} }, { traceparent: own }));
    await outcome(transport.fetchFile("https://files.example/a"));
    expect(sent.map(({ headers }) => headers["traceparent"])).toEqual([client, own, undefined]);
  });

  test("the caller sets the interval between the attempts of a call", async () => {
    const { transport, log, outcome } = scripted([{ status: 500 }, { status: 401 }, page], { random: () => 0 });
    await outcome(transport.call(listWorlds, { body: {} }, { spacing: 2000 }));
    expect(log.map(({ wait }) => wait)).toEqual([0, 2000, 2000]);
  });
});
