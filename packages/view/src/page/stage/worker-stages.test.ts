import { expect, test } from "vitest";
import type { StageRequest } from "../../protocol/stage-messages.ts";
import type { StageWorkerReply, StageWorkerRequest } from "../../stage/stage-worker-messages.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import { WorkerStages, type StageWorker } from "./worker-stages.ts";

const question: StageRequest = {
  session: "s",
  edits: 0,
  choices: noChoices,
  steps: [],
  ask: { kind: "stage" },
};

test("gives the worker each file once, and matches its answers", async () => {
  const sent: StageWorkerRequest[] = [];
  const listeners: ((event: { readonly data: StageWorkerReply }) => void)[] = [];
  const worker = {
    postMessage: (request: StageWorkerRequest) => void sent.push(request),
    addEventListener: (type: string, listener: never) => void (type === "message" && listeners.push(listener)),
  } as unknown as StageWorker;
  const files = [{ location: "/0/a.usda", bytes: new Uint8Array(1) }];
  const stages = new WorkerStages(() => worker, files, { searchPaths: [], variants: {} });
  const first = stages.ask(0, question);
  files.push({ location: "/1/b.usda", bytes: new Uint8Array(2) });
  const second = stages.ask(1, question);
  expect(sent.map((each) => (each.kind === "file" ? each.location : each.request.root.location))).toStrictEqual([
    "/0/a.usda",
    "/0/a.usda",
    "/1/b.usda",
    "/1/b.usda",
  ]);
  for (const listener of listeners) {
    listener({ data: { id: 2, fault: "broken" } });
    listener({ data: { id: 1, reply: { problem: "no stage" } } });
  }
  await expect(first).resolves.toStrictEqual({ problem: "no stage" });
  await expect(second).rejects.toThrow("broken");
});
