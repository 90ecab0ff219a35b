import type { ToPreview } from "@usdkit/view/preview-messages";
import { beforeEach, expect, test } from "vitest";
import { PreviewSession } from "./preview-session.ts";

const STATE = { uri: "file:///a.usda", isLocked: false };

/** Asset ids to the callbacks that end their reading. */
const reads = new Map<string, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
let posted: ToPreview[];
let picked: (string | null)[];
let placed: string[];
let text: string;
let session: PreviewSession;

beforeEach(() => {
  posted = [];
  picked = [];
  placed = [];
  text = "one";
  reads.clear();
  session = new PreviewSession({
    post: (message) => posted.push(message),
    readAsset: (meshId) => new Promise((resolve, reject) => reads.set(meshId, { resolve, reject })),
    readLayer: (location, version) => {
      if (location.endsWith(".txt")) return Promise.reject(new Error("not a layer"));
      const isKnown = version === "1";
      return Promise.resolve({ bytes: isKnown ? null : Uint8Array.of(1, 2), version: "1" });
    },
    onPick: (path) => picked.push(path),
    onPlace: (location, line) => placed.push(`${location}:${line}`),
  });
});

/** What was posted since the last call. */
function taken(): ToPreview[] {
  return posted.splice(0);
}

function open(): void {
  session.show(STATE, () => text);
  session.receive({ kind: "ready" });
  taken();
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test("a page gets everything when it is ready, and again when it is loaded again", () => {
  session.show(STATE, () => text);
  session.select("/A");
  session.change();
  expect(taken()).toEqual([]);
  const all: ToPreview[] = [
    { kind: "open", state: STATE },
    { kind: "problem", problem: null },
    { kind: "text", text: "one" },
    { kind: "select", path: "/A" },
  ];
  session.receive({ kind: "ready" });
  expect(taken()).toEqual(all);
  session.report("gone");
  taken();
  session.receive({ kind: "ready" });
  expect(taken()).toEqual([all[0], { kind: "problem", problem: "gone" }, ...all.slice(2)]);
});

test("a ready page without a document gets the first one that is shown", () => {
  session.receive({ kind: "ready" });
  expect(taken()).toEqual([]);
  session.show(STATE, () => text);
  expect(taken().map(({ kind }) => kind)).toEqual(["open", "problem", "text", "select"]);
});

test("edits wait until the page has read the last text; only the newest is sent", () => {
  open();
  for (text of ["two", "three", "four"]) session.change();
  expect(taken()).toEqual([]);
  session.receive({ kind: "loaded" });
  expect(taken()).toEqual([{ kind: "text", text: "four" }]);
  session.receive({ kind: "loaded" });
  expect(taken()).toEqual([]);
  text = "five";
  session.change();
  expect(taken()).toEqual([{ kind: "text", text: "five" }]);
});

test("another document is sent although the page reads the previous one, and has no selection", () => {
  open();
  session.select("/A");
  taken();
  const other = { uri: "file:///b.usda", isLocked: true };
  session.show(other, () => "other");
  expect(taken()).toEqual([
    { kind: "open", state: other },
    { kind: "problem", problem: null },
    { kind: "text", text: "other" },
    { kind: "select", path: null },
  ]);
});

test("a prim is framed when the text that has it was read", () => {
  open();
  session.frame("/A");
  expect(taken()).toEqual([]);
  session.receive({ kind: "loaded" });
  expect(taken()).toEqual([{ kind: "frame", path: "/A" }]);
  session.frame("/B");
  expect(taken()).toEqual([{ kind: "frame", path: "/B" }]);
});

test("what was clicked on is selected already", () => {
  open();
  session.receive({ kind: "pick", path: "/A" });
  expect(picked).toEqual(["/A"]);
  session.select("/A");
  expect(taken()).toEqual([]);
  session.select("/B");
  expect(taken()).toEqual([{ kind: "select", path: "/B" }]);
});

test("assets are read one after another; an error is a message", async () => {
  open();
  session.receive({ kind: "asset", id: 1, meshId: "a" });
  session.receive({ kind: "asset", id: 2, meshId: "b" });
  await settled();
  expect([...reads.keys()]).toEqual(["a"]);
  // A part of a larger buffer: the rest of it is not sent.
  const bytes = new Uint8Array([0, 1, 2, 3]).subarray(1, 3);
  reads.get("a")?.resolve(bytes);
  await settled();
  const [reply] = taken();
  expect(reply).toEqual({ kind: "asset", id: 1, bytes: new Uint8Array([1, 2]) });
  expect(reply.kind === "asset" && "bytes" in reply && reply.bytes.buffer.byteLength).toBe(2);
  reads.get("b")?.reject(new Error("no file"));
  await settled();
  expect(taken()).toEqual([{ kind: "asset", id: 2, problem: "no file" }]);
});

test("a page that was loaded again gets no asset that its predecessor requested", async () => {
  open();
  session.receive({ kind: "asset", id: 1, meshId: "a" });
  session.receive({ kind: "asset", id: 2, meshId: "b" });
  await settled();
  session.receive({ kind: "ready" });
  session.receive({ kind: "asset", id: 1, meshId: "c" });
  taken();
  reads.get("a")?.resolve(new Uint8Array([1]));
  await settled();
  expect(taken()).toEqual([]);
  expect([...reads.keys()]).toEqual(["a", "c"]);
  reads.get("c")?.resolve(new Uint8Array([3]));
  await settled();
  expect(taken()).toEqual([{ kind: "asset", id: 1, bytes: new Uint8Array([3]) }]);
});

test("files of the stage are read for the page, and it is told that they have changed", async () => {
  open();
  const location = "/a/b.usd";
  session.receive({ kind: "layer", id: 1, location, version: "" });
  session.receive({ kind: "layer", id: 2, location, version: "1" });
  session.receive({ kind: "layer", id: 3, location: "/a/secret.txt", version: "" });
  await settled();
  session.filesChanged();
  expect(taken()).toEqual([
    { kind: "layer", id: 1, bytes: Uint8Array.of(1, 2), version: "1" },
    { kind: "layer", id: 2, bytes: null, version: "1" },
    { kind: "layer", id: 3, problem: "not a layer" },
    { kind: "files-changed" },
  ]);
});

test("passes on the place that the user wants to see", () => {
  open();
  session.receive({ kind: "place", location: "/a/b.usda", line: 7 });
  expect(placed).toStrictEqual(["/a/b.usda:7"]);
});
