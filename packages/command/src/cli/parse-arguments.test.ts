import { expect, test } from "vitest";
import { parseArguments } from "./parse-arguments.ts";

const command = {
  command: "scan <scene> [files..]",
  builder: {
    scene: { describe: "A scene" },
    files: { describe: "Files" },
    output: { type: "string", alias: "o" },
    depth: { type: "number" },
    "max-warnings": { type: "number", alias: "w" },
    rule: { type: "string", array: true },
    format: { type: "string", choices: ["text", "json"], default: "text" },
    quiet: { type: "boolean", alias: "q" },
    color: { type: "boolean" },
    config: { type: "string" },
    "no-config": { type: "boolean" },
    sheet: { type: "string", optionalValue: /\.webp$/u },
  },
} as const;
const parse = (...argv: string[]): Record<string, unknown> => parseArguments(command, argv);

test.each<[string[], Record<string, unknown>]>([
  [["a"], {}],
  [["a", "b", "c"], { files: ["b", "c"] }],
  [["007", "1e3"], { scene: "007", files: ["1e3"] }],
  [["-"], { scene: "-" }],
  [["--", "-x", "--quiet"], { scene: "-x", files: ["--quiet"] }],
  [["a", "--quiet", "--", "--no-color"], { quiet: true, files: ["--no-color"] }],
  [["a", "--rule", "x:off", "b", "--rule=y:error"], { rule: ["x:off", "y:error"], files: ["b"] }],
  [["a", "--output", "-"], { output: "-" }],
  [["a", "--output=x=y"], { output: "x=y" }],
  [["a", "-o", "x"], { output: "x" }],
  [["a", "-ox.png"], { output: "x.png" }],
  [["a", "-o=x.png"], { output: "x.png" }],
  [["a", "--depth", "1e-6", "--max-warnings=3"], { depth: 1e-6, maxWarnings: 3 }],
  [["a", "-w3", "-q"], { maxWarnings: 3, quiet: true }],
  [["a", "--format", "json"], { format: "json" }],
  [["--quiet", "true"], { quiet: true, scene: "true" }],
  [["a", "--quiet", "--quiet"], { quiet: true }],
  [["a", "--no-color"], { color: false }],
  [["a", "--config", "x.json"], { config: "x.json" }],
  [["a", "--no-config"], { noConfig: true }],
  [["--sheet", "a"], { sheet: "" }],
  [["a", "--sheet"], { sheet: "" }],
  [["a", "--sheet", "--quiet"], { sheet: "", quiet: true }],
  [["a", "--sheet", "s.webp", "b"], { sheet: "s.webp", files: ["b"] }],
  [["a", "--sheet=s.png"], { sheet: "s.png" }],
  [["a", "--", "--sheet"], { files: ["--sheet"] }],
])("%j", (argv, expected) => {
  expect(parse(...argv)).toEqual({ scene: "a", files: [], format: "text", ...expected });
});

test.each<[string[], string]>([
  [[], 'Missing argument "scene"'],
  [["a", "--fromat", "json"], 'Unknown option "--fromat". Did you mean "--format"?'],
  [["a", "--no-format"], 'Unknown option "--no-format".'],
  [["a", "-x"], 'Unknown option "-x".'],
  [["a", "--verison"], 'Unknown option "--verison". Did you mean "--version"?'],
  [["a", "--__proto__=x"], "Unknown option "],
  [["a", "--constructor"], 'Unknown option "--constructor".'],
  [["a", "--format"], 'Option "--format" expects a value'],
  [["a", "--format="], 'Option "--format" expects a value'],
  [["a", "--output", ""], 'Option "--output" expects a value'],
  [["a", "--output", "--quiet"], 'Option "--output" expects a value'],
  [["a", "--format", "xml"], 'Option "--format" expects text or json, found "xml".'],
  [["a", "--format", "jsn"], 'Did you mean "json"?'],
  [["a", "--depth", "many"], 'Option "--depth" expects a number, found "many"'],
  [["a", "--depth", "-1"], 'Option "--depth" expects a number of at least 0, found "-1"'],
  [["a", "--depth", "1", "--depth", "2"], 'Option "--depth" is given 2 times; expected once'],
  [["a", "-o", "x", "--output", "y", "-oz"], 'Option "--output" is given 3 times; expected once'],
  [["a", "--config", "x", "--config=x"], 'Option "--config" is given 2 times; expected once'],
  [["a", "--quiet=maybe"], 'Option "--quiet" takes no value'],
  [["a", "--color", "--no-color"], 'Options "--color" and "--no-color" contradict each other'],
])("%j is rejected: %s", (argv, message) => {
  expect(() => parse(...argv)).toThrow(message);
});

test("an option with a minimum takes negative numbers", () => {
  const timed = { command: "value", builder: { time: { type: "number", minimum: -Infinity } } } as const;
  expect(parseArguments(timed, ["--time", "-2.5"])).toEqual({ time: -2.5 });
  expect(parseArguments(timed, ["--time=-5"])).toEqual({ time: -5 });
  expect(() => parseArguments(timed, ["--time", "x"])).toThrow('Option "--time" expects a number, found "x"');
});

test("a surplus argument is rejected, a positional has its choices", () => {
  const single = { command: "completion <shell>", builder: { shell: { choices: ["bash", "fish"] } } };
  expect(parseArguments(single, ["bash"])).toEqual({ shell: "bash" });
  expect(() => parseArguments(single, ["bash", "fish"])).toThrow('Unexpected argument "fish"');
  expect(() => parseArguments(single, ["fihs"])).toThrow('expects bash or fish, found "fihs". Did you mean "fish"?');
});
