import { expect, test } from "vitest";
import { StageAsker } from "../../test-support/stage-asker.ts";
import type { StageReply, StageRequest } from "../../protocol/stage-messages.ts";
import { choosePayload, chooseVariant, describeChoices } from "./choices.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import { StageClient } from "./stage-client.ts";

/** A client of the stage of a text, and what it reported. */
function clientOf(text: string): {
  client: StageClient;
  asker: StageAsker;
  events: unknown[];
  requests: StageRequest[];
} {
  const asker = new StageAsker({ "root.usda": text });
  const events: unknown[] = [];
  const requests: StageRequest[] = [];
  const host = {
    async ask(_: number, request: StageRequest): Promise<StageReply> {
      requests.push(request);
      const { session, edits, choices, ask } = request;
      Object.assign(asker, { session, edits, choices });
      return await asker.reply(ask, ask.kind === "text" ? "/s/root.usda" : undefined);
    },
  };
  const client = new StageClient(host, {
    onRevision: () => events.push("revision"),
    onProblem: (problem) => problem !== null && events.push(problem),
  });
  return { client, asker, events, requests };
}

const CUBE = 'def Cube "A"\n{\n}\n';

async function typeOf(client: StageClient): Promise<unknown> {
  return (await client.ask<"children">({ kind: "children", prim: "/", from: 0 }))?.rows.map(({ typeName }) => typeName);
}

test("the text of the editor is sent when it is needed, once", async () => {
  const { client, requests, events } = clientOf(CUBE);
  expect(await typeOf(client)).toEqual(["Cube"]);
  client.edit(0, `#usda 1.0\n${CUBE.replace("Cube", "Sphere")}`);
  expect(await typeOf(client)).toEqual(["Sphere"]);
  expect(await typeOf(client)).toEqual(["Sphere"]);
  expect(requests.filter(({ ask }) => ask.kind === "text")).toHaveLength(1);
  client.edit(0, null);
  client.edit(0, null);
  expect(await typeOf(client)).toEqual(["Cube"]);
  expect(events).toEqual(["revision", "revision", "revision"]);
});

test("answers to questions about an earlier state are dropped", async () => {
  const { client, events } = clientOf(CUBE);
  const early = client.ask<"stage">({ kind: "stage" });
  client.choices = chooseVariant(noChoices, { prim: "/A", set: "x" }, "y");
  expect(await early).toBeUndefined();
  expect(events).toEqual([]);
  expect(await typeOf(client)).toEqual(["Cube"]);
  expect(events).toEqual(["revision"]);
});

test("a question about the stage as it is now is asked again when it changes meanwhile", async () => {
  const { client, asker, events } = clientOf(CUBE);
  const root = { kind: "children", prim: "/", from: 0 } as const;
  expect((await client.askCurrent<"children">(root))?.rows).toHaveLength(1);
  // The text of the editor is that of the file, as after saving: the revision stays, so nothing else asks for it again.
  client.edit(0, `#usda 1.0\n${CUBE}`);
  const early = client.askCurrent<"children">(root);
  client.edit(0, null);
  expect((await early)?.rows).toHaveLength(1);
  asker.write({ "root.usda": "def" });
  const events0 = events.length;
  expect(await client.askCurrent<"children">(root)).toBeUndefined();
  expect(events.slice(events0)).toEqual([expect.stringMatching(/^Cannot open/)]);
});

test("a stage that cannot be opened has a message, and comes back", async () => {
  const { client, asker, events } = clientOf("def");
  expect(await typeOf(client)).toBeUndefined();
  asker.write({ "root.usda": CUBE });
  expect(await typeOf(client)).toEqual(["Cube"]);
  expect(events).toEqual([expect.stringMatching(/^Cannot open/), "revision"]);
});

test("choices of the user", () => {
  const red = chooseVariant(noChoices, { prim: "/A", set: "look" }, "red");
  const blue = chooseVariant(red, { prim: "/A", set: "look" }, "blue");
  expect(blue.variants).toEqual([{ prim: "/A", set: "look", variant: "blue" }]);
  const unloaded = choosePayload(choosePayload(blue, "/A/B", true), "/A", false);
  expect(unloaded.payloads).toEqual([{ prim: "/A", isLoaded: false }]);
  expect(choosePayload(unloaded, "/AB", false).payloads).toHaveLength(2);
  expect(describeChoices(unloaded)).toBe("Chosen on this page only, in no file: 1 variant and 1 payload.");
  expect(describeChoices(chooseVariant(blue, { prim: "/A", set: "look" }, null))).toBeNull();
});
