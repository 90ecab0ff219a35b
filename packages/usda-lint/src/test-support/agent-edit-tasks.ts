/** Tasks that change files: edits, and repairs of damaged ones. */
import { chairs, SHOT } from "./agent-files.ts";
import { rows, type Question, type Rows, type Task } from "./agent-task.ts";

interface EditTask {
  readonly edits: Rows;
  readonly question: Omit<Question, "file">;
  readonly expected: unknown;
  readonly target?: string;
  readonly writes?: readonly string[];
  readonly lines: number;
}

function edit({
  edits,
  question,
  expected,
  target,
  writes = [target?.endsWith(".usda") === true ? target : SHOT],
  lines,
}: EditTask): Task {
  return {
    name: `edit ${JSON.stringify(edits)} in ${target ?? "the root layer"}`,
    async run(call) {
      const { revision } = await call("usd_overview", { file: SHOT });
      const planned = await call("usd_edit", { file: SHOT, edits, target, dryRun: true });
      const isRoot = writes.length === 1 && writes[0] === SHOT;
      const written = await call("usd_edit", { file: SHOT, edits, target, ...(isRoot && { revision }) });
      if (planned["diff"] !== written["diff"]) throw new Error("another change than that of the dry run");
      return expected;
    },
    question: { file: SHOT, ...question } as Question,
    expected,
    writes,
    lines,
  };
}

const set = (
  path: string,
  value: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  op: "set",
  path,
  value,
  ...more,
});

export const editTasks: readonly Task[] = [
  ...chairs.map((i) =>
    edit({
      edits: [set(`/World/Set/Chair_${i}.xformOp:translate`, [i, 1, 2])],
      question: { ask: "value", path: `/World/Set/Chair_${i}.xformOp:translate` },
      expected: [i, 1, 2],
      lines: 2,
    }),
  ),
  ...chairs.map((i) =>
    edit({
      edits: [set(`/World/Set/Chair_${i}/Seat.size`, 0.75)],
      target: "chair.usda",
      question: { ask: "value", path: "/World/Set/Chair_7/Seat.size" },
      expected: 0.75,
      lines: 2,
    }),
  ),
  ...chairs.slice(0, 4).map((i) =>
    edit({
      edits: [{ op: "select", path: `/World/Set/Chair_${i}`, set: "look", variant: i % 2 === 0 ? "red" : "oak" }],
      question: { ask: "selection", path: `/World/Set/Chair_${i}`, set: "look" },
      expected: i % 2 === 0 ? "red" : "oak",
      lines: 2,
    }),
  ),
  ...chairs.slice(0, 3).map((i) =>
    edit({
      edits: [{ op: "rename", path: `/World/Set/Chair_${i}`, name: `Stool_${i}` }],
      question: { ask: "exists", path: `/World/Set/Stool_${i}/Seat` },
      expected: true,
      writes: [SHOT, "anim.usda"],
      lines: 4,
    }),
  ),
  edit({
    edits: [{ op: "move", path: "/World/Set/Chair_5", to: "/World/Chair_5" }],
    question: { ask: "exists", path: "/World/Chair_5/Seat" },
    expected: true,
    lines: 32,
  }),
  edit({
    edits: [{ op: "metadata", path: "/World/Set", field: "kind", value: "subcomponent" }],
    question: { ask: "metadata", path: "/World/Set", field: "kind" },
    expected: "subcomponent",
    lines: 2,
  }),
  edit({
    edits: [{ op: "add", path: "/World/Ball", type: "Sphere" }, set("/World/Ball.radius", 3)],
    question: { ask: "value", path: "/World/Ball.radius" },
    expected: 3,
    lines: 6,
  }),
  edit({
    edits: [{ op: "remove", path: "/World/Main" }],
    question: { ask: "exists", path: "/World/Main" },
    expected: false,
    lines: 6,
  }),
  edit({
    edits: [{ op: "targets", path: "/World/Lamp.lights", value: ["/World/Set/Chair_3", "/World/Set"] }],
    question: { ask: "targets", path: "/World/Lamp.lights" },
    expected: ["/World/Set/Chair_3", "/World/Set"],
    lines: 6,
  }),
  edit({
    edits: [set("/World/Lamp.radius", 4, { time: 12 })],
    target: "anim.usda",
    question: { ask: "value", path: "/World/Lamp.radius", time: 12 },
    // The root layer's default is stronger.
    expected: 0.25,
    lines: 3,
  }),
  edit({
    edits: [set("/World/Set/Chair_1.xformOp:translate", [4, 4, 4], { time: 12 })],
    target: "anim.usda",
    question: { ask: "value", path: "/World/Set/Chair_1.xformOp:translate", time: 12 },
    expected: [1, 0, 0.5],
    lines: 1,
  }),
  edit({
    edits: [{ op: "reference", path: "/World/Lamp", asset: "./chair.usda", prim: "/Chair/Seat" }],
    question: { ask: "value", path: "/World/Lamp.size" },
    expected: 0.5,
    lines: 4,
  }),
  edit({
    edits: [set("/World/Set/Chair_2/Seat.primvars:displayColor", [[0, 0, 1]])],
    target: "/World/Set/Chair_2{look=oak}",
    question: { ask: "value", path: "/World/Set/Chair_2/Seat.primvars:displayColor" },
    expected: [[0, 0, 1]],
    writes: [SHOT],
    lines: 14,
  }),
];

function repair(name: string, more: Omit<Task, "name" | "writes"> & { readonly file: string }): Task {
  return { name: `repair ${name}`, writes: [more.file], ...more };
}

const metadata = (field: string, value: unknown): Readonly<Record<string, unknown>> => ({
  op: "metadata",
  path: "/",
  field,
  value,
});

export const repairTasks: readonly Task[] = [
  repair("a reference to a file that was moved", {
    file: "lost.usda",
    async run(call) {
      const { problems } = await call("usd_overview", { file: "lost.usda" });
      const [problem] = rows(problems);
      const { findings } = await call("usd_check", { file: "lost.usda", quiet: true });
      if (rows(findings).length === 0) throw new Error("no finding");
      const edits = [
        { op: "reference", path: problem?.["prim"], asset: "./old/chair.usda", remove: true },
        { op: "reference", path: problem?.["prim"], asset: "./chair.usda" },
      ];
      await call("usd_edit", { file: "lost.usda", edits });
      const { problems: left } = await call("usd_overview", { file: "lost.usda" });
      return rows(left).length;
    },
    question: { ask: "errors", file: "lost.usda" },
    lines: 4,
  }),
  repair("a stage without metadata", {
    file: "unitless.usda",
    async run(call) {
      const file = "unitless.usda";
      await call("usd_check", { file });
      const edits = [metadata("upAxis", "Z"), metadata("metersPerUnit", 0.01), metadata("defaultPrim", "Thing")];
      await call("usd_edit", { file, edits });
      const { upAxis, metersPerUnit, defaultPrim } = await call("usd_overview", { file });
      return [upAxis, metersPerUnit, defaultPrim];
    },
    question: { ask: "metrics", file: "unitless.usda" },
    lines: 5,
  }),
  repair("a sublayer that is gone, and a default prim that was renamed", {
    file: "stale.usda",
    async run(call) {
      const file = "stale.usda";
      await call("usd_check", { file });
      const edits = [{ op: "sublayer", asset: "./gone.usda", remove: true }, metadata("defaultPrim", "Thing")];
      await call("usd_edit", { file, edits });
      const { upAxis, metersPerUnit, defaultPrim } = await call("usd_overview", { file });
      return [upAxis, metersPerUnit, defaultPrim];
    },
    question: { ask: "metrics", file: "stale.usda" },
    lines: 5,
  }),
];
