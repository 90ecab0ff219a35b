import { expect, test } from "vitest";
import {
  defaultSettings,
  noFile,
  type DrawnContent,
  type DrawReply,
  type SceneInfo,
} from "../../protocol/draw-messages.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import { DrawClient } from "./draw-client.ts";

const content: DrawnContent = {
  file: noFile,
  source: null,
  edited: [],
  choices: noChoices,
  settings: defaultSettings,
};

/** A client with a port in the place of its worker. */
function connect(): {
  readonly client: DrawClient;
  readonly events: string[];
  readonly reply: (message: DrawReply) => void;
} {
  const target = Object.assign(new EventTarget(), { postMessage: () => undefined });
  const events: string[] = [];
  const client = new DrawClient(target as unknown as Worker, {
    onScene: ({ kind }) => events.push(kind),
    onStage: () => events.push("composing"),
    onComposing: () => events.push("prims"),
    onProgress: () => events.push("progress"),
    onSameScene: () => events.push("same"),
    onImage: () => events.push("image"),
    onNoImage: () => events.push("none"),
  });
  return { client, events, reply: (data) => target.dispatchEvent(new MessageEvent("message", { data })) };
}

const scene = { kind: "stage" } as SceneInfo;

test("progress and parts of a scene come before it, and those of another content are dropped", () => {
  const { client, events, reply } = connect();
  const progress = { prims: 1, found: 2, isCounted: false };
  client.load(content, false);
  reply({ kind: "progress", id: 1, progress });
  reply({ kind: "scene", id: 1, scene: { ...scene, isPart: true } });
  client.load(content, false);
  reply({ kind: "progress", id: 1, progress });
  reply({ kind: "scene", id: 1, scene });
  expect(events).toEqual(["progress", "stage"]);
});

test("a scene that arrives after its files are compared is shown, and one of the content before is not", () => {
  const { client, events, reply } = connect();
  client.load(content, false);
  client.load(content, true);
  reply({ kind: "scene", id: 1, scene });
  reply({ kind: "same-scene", id: 2 });
  expect(events).toEqual(["stage", "same"]);
  client.load(content, false);
  reply({ kind: "scene", id: 1, scene });
  reply({ kind: "scene", id: 2, scene });
  expect(events).toHaveLength(2);
  reply({ kind: "scene", id: 3, scene });
  expect(events).toEqual(["stage", "same", "stage"]);
});
