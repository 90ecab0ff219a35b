/** Tasks of an agent: what is asked, how the tools answer it, and the question for the reference implementation that checks it. */
import { editTasks, repairTasks } from "./agent-edit-tasks.ts";
import { chairs, SHOT } from "./agent-files.ts";
import { rows, type Call, type Question, type Task } from "./agent-task.ts";

function find(expression: string, question: Omit<Question, "file">): Task {
  return {
    name: `find ${expression}`,
    async run(call) {
      const { rows: found } = await call("usd_query", { file: SHOT, expression, select: ["path"] });
      return rows(found)
        .map(({ path }) => path)
        .sort((a, b) => (String(a) < String(b) ? -1 : 1));
    },
    question: { file: SHOT, ...question } as Question,
  };
}

const findTasks: readonly Task[] = [
  ...["Xform", "Cube", "Cylinder", "Sphere", "Camera", "Imageable", "Gprim", "Boundable"].map((type) =>
    find(`//{isa:${type}}`, { ask: "type", type }),
  ),
  ...["component", "group", "assembly"].map((kind) => find(`//{kind(${kind}, strict=true)}`, { ask: "kind", kind })),
  ...["Chair", "Leg", "Seat", "L", "Main"].map((name) => find(`//${name}*`, { ask: "name", name })),
];

function explain(path: string): Task {
  return {
    name: `explain ${path}`,
    async run(call) {
      const { opinions } = await call("usd_explain", { file: SHOT, path });
      return rows(opinions).map(({ layer, specPath }) => [layer, specPath]);
    },
    question: { ask: "stack", file: SHOT, path },
  };
}

const explainTasks: readonly Task[] = [
  explain("/World/Lamp.radius"),
  explain("/World/Main.focalLength"),
  ...chairs.map((i) => explain(`/World/Set/Chair_${i}/Seat.size`)),
  ...chairs.map((i) => explain(`/World/Set/Chair_${i}/Seat.primvars:displayColor`)),
];

function readValue(path: string, time?: number): Task {
  const [prim = "", name = ""] = path.split(".");
  return {
    name: `read ${path} at ${time ?? "default"}`,
    async run(call) {
      const { prims } = await call("usd_read", { file: SHOT, prim, time });
      const [found] = rows(prims);
      return rows(found?.["properties"]).find((each) => each["name"] === name)?.["value"];
    },
    question: { ask: "value", file: SHOT, path, time: time ?? null },
  };
}

const readTasks: readonly Task[] = [
  readValue("/World/Set/Chair_1.xformOp:translate", 1),
  readValue("/World/Set/Chair_1.xformOp:translate", 24),
  readValue("/World/Set/Chair_3/Seat.primvars:displayColor"),
  readValue("/World/Lamp.radius"),
  readValue("/World/Main.focalLength"),
  ...chairs.map((i) => readValue(`/World/Set/Chair_${i}/Leg_1.height`)),
  ...chairs.map((i) => readValue(`/World/Set/Chair_${i}.xformOp:translate`)),
];

const mergeTasks: readonly Task[] = ["usda", "usdc", "usd"].flatMap((ending) => [
  {
    name: `merge to ${ending}, their prim`,
    run: merged(ending, async () => Promise.resolve(true)),
    question: { ask: "exists", file: `merged.${ending}`, path: "/World/New" },
    writes: [`merged.${ending}`],
  },
  {
    name: `merge to ${ending}, our value`,
    run: merged(ending, async (call, file) => {
      const { value } = await call("usd_explain", { file, path: "/World/Ball.radius" });
      return value;
    }),
    question: { ask: "value", file: `merged.${ending}`, path: "/World/Ball.radius" },
    writes: [`merged.${ending}`],
  },
]);

function merged(ending: string, then: (call: Call, file: string) => Promise<unknown>): Task["run"] {
  const output = `merged.${ending}`;
  return async (call) => {
    await call("usd_merge", { file: "ours.usda", base: "base.usda", theirs: "theirs.usda", output });
    return then(call, output);
  };
}

const packageTasks: readonly Task[] = [false, true].flatMap((arkit) => [
  {
    name: `package, arkit ${arkit}: its prims`,
    async run(call: Call) {
      await call("usd_package", { file: SHOT, output: "shot.usdz", arkit });
      const { rows: found } = await call("usd_query", { file: "shot.usdz", expression: "//", select: ["path"] });
      return rows(found).map(({ path }) => path);
    },
    question: { ask: "paths", file: "shot.usdz" },
    writes: ["shot.usdz"],
  },
  {
    name: `package, arkit ${arkit}: a value`,
    async run(call: Call) {
      await call("usd_package", { file: SHOT, output: "shot.usdz", arkit });
      const { value } = await call("usd_explain", { file: "shot.usdz", path: "/World/Set/Chair_2/Seat.size" });
      return value;
    },
    question: { ask: "value", file: "shot.usdz", path: "/World/Set/Chair_2/Seat.size" },
    writes: ["shot.usdz"],
  },
]);

/** All tasks: of each kind some. */
export const agentTasks: readonly Task[] = [
  ...findTasks,
  ...explainTasks,
  ...readTasks,
  ...editTasks,
  ...repairTasks,
  ...mergeTasks,
  ...packageTasks,
];
