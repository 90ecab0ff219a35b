import type { CommandModel, CompletionModel, FlagModel, Value } from "./model.ts";

/** A completion script for fish 3 or newer. */
export function fishCompletion({ program, defaultCommand, commands }: CompletionModel): string {
  const name = `__${program.replaceAll("-", "_")}`;
  const named = commands.filter((command) => command.name !== defaultCommand);
  const complete = `complete -c ${program}`;
  const lines = [
    `# fish completion for ${program}: ${program} completion fish | source`,
    "",
    `function ${name}_command`,
    "    set -l words (commandline -opc)",
    `    if contains -- "$words[2]" ${named.map((command) => command.name).join(" ")}`,
    "        echo $words[2]",
    "    else",
    `        echo ${defaultCommand ?? "''"}`,
    "    end",
    "end",
    "",
    `function ${name}_is`,
    `    test (${name}_command) = "$argv[1]"`,
    "end",
    "",
    `${complete} -f`,
  ];
  for (const { name: command, describe } of named) {
    lines.push(`${complete} -n 'test (count (commandline -opc)) -eq 1' -a ${command} -d ${quote(describe)}`);
  }
  for (const command of commands) lines.push(...commandLines(command));
  return `${lines.join("\n")}\n`;

  function commandLines({ name: command, flags, positional }: CommandModel): string[] {
    const when = `${complete} -n '${name}_is ${command}'`;
    const own = flags.map((flag) => `${when} ${flagOptions(flag)}`);
    if (positional !== undefined && positional.kind !== "nothing") own.push(`${when} ${valueOptions(positional)}`);
    return own;
  }
}

function flagOptions({ name, describe, value }: FlagModel): string {
  const head = `-l ${name.slice(2)} -d ${quote(describe)}`;
  if (value === undefined) return head;
  return value.kind === "files" ? `${head} -r -F` : `${head} -x ${valueOptions(value)}`.trimEnd();
}

function valueOptions(value: Value): string {
  switch (value.kind) {
    case "files":
      return "-F";
    case "scenes":
      return `-k -a '(__fish_complete_suffix .usda)'`;
    case "words":
      return `-a ${quote(value.words.join(" "))}`;
    case "pair": {
      const { words, separator, rest } = value;
      const pairs =
        rest.kind === "words" ? words.flatMap((word) => rest.words.map((other) => word + separator + other)) : words;
      return `-a ${quote(pairs.join(" "))}`;
    }
    default:
      return "";
  }
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
