import { expect, test } from "vitest";
import type { StageAsk, StageReply } from "../protocol/stage-messages.ts";
import { FetchedStages } from "./fetched-stages.ts";
import { noChoices } from "./stage-choices.ts";

const files = new Map([
  [
    "/s/scene.usda",
    '#usda 1.0\ndef "A" (\n    references = @b.usda@</B>\n)\n{\n}\ndef "C" (\n    references = @no.usda@</C>\n)\n{\n}\n',
  ],
  ["/s/b.usda", '#usda 1.0\n(\n    subLayers = [@c.usda@]\n)\ndef "B"\n{\n}\n'],
  ["/s/c.usda", '#usda 1.0\nover "B"\n{\n    def Cube "Inner"\n    {\n    }\n}\n'],
]);

function stagesOf(fetched: string[]): FetchedStages {
  return new FetchedStages((location, version) => {
    fetched.push(location);
    if (location === "/s/secret.usda") return Promise.reject(new Error("not allowed"));
    const text = files.get(location) ?? "";
    const bytes = text === version ? null : new TextEncoder().encode(text);
    return Promise.resolve({ bytes, version: text });
  });
}

async function ask(stages: FetchedStages, question: StageAsk): Promise<StageReply> {
  return await stages.reply({
    session: "s",
    edits: 0,
    choices: noChoices,
    steps: [],
    ask: question,
    root: { location: "/s/scene.usda", searchPaths: [], variants: {} },
    edited: undefined,
    stamp: "",
  });
}

async function childrenOf(stages: FetchedStages, prim: string): Promise<readonly string[]> {
  const reply = await ask(stages, { kind: "children", prim, from: 0 });
  if (!("answer" in reply) || reply.answer.kind !== "children") throw new Error(JSON.stringify(reply));
  return reply.answer.rows.map(({ name }) => name);
}

test("fetches each file of a chain once, and answers when the stage has all of them", async () => {
  const fetched: string[] = [];
  const stages = stagesOf(fetched);
  expect(await childrenOf(stages, "/A")).toStrictEqual(["Inner"]);
  expect(await childrenOf(stages, "/")).toStrictEqual(["A", "C"]);
  expect(fetched.filter((each) => files.has(each)).toSorted()).toStrictEqual([...files.keys()].toSorted());
  expect(new Set(fetched).size).toBe(fetched.length);
});

test("follows files that change, appear and vanish", async () => {
  const stages = stagesOf([]);
  await childrenOf(stages, "/A");
  const before = files.get("/s/c.usda") ?? "";
  try {
    files.set("/s/c.usda", before.replace("Inner", "Other"));
    files.set("/s/no.usda", '#usda 1.0\ndef "C"\n{\n    def "New"\n    {\n    }\n}\n');
    expect(await childrenOf(stages, "/A")).toStrictEqual(["Inner"]);
    stages.filesChanged();
    expect(await childrenOf(stages, "/A")).toStrictEqual(["Other"]);
    expect(await childrenOf(stages, "/C")).toStrictEqual(["New"]);
  } finally {
    files.set("/s/c.usda", before);
    files.delete("/s/no.usda");
  }
});

test("a file that may not be read is a problem of the stage", async () => {
  const stages = stagesOf([]);
  const reply = await stages.reply({
    session: "s",
    edits: 0,
    choices: noChoices,
    steps: [],
    ask: { kind: "stage" },
    root: { location: "/s/secret.usda", searchPaths: [], variants: {} },
    edited: undefined,
    stamp: "",
  });
  expect(reply).toStrictEqual({ problem: expect.stringContaining("not allowed") as string });
});
