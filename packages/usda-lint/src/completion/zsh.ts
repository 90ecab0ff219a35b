import type { CommandModel, CompletionModel, FlagModel, Value } from "./model.ts";

/** A completion script for zsh: for a folder of `$fpath`, or to be evaluated after `compinit`. */
export function zshCompletion({ program, defaultCommand, commands }: CompletionModel): string {
  const name = `_${program.replaceAll("-", "_")}`;
  const helpers: string[] = [];
  const functions = commands.map((command) => `${name}_${command.name}() {\n${body(command)}\n}\n`);
  const named = commands.filter((command) => command.name !== defaultCommand);
  const list = named.map((command) => `    ${quote(`${command.name}:${command.describe}`)}`).join("\n");
  return `#compdef ${program}
# zsh completion for ${program}: ${program} completion zsh > a folder of $fpath/_${program}

${helpers.join("\n")}
${functions.join("\n")}
${name}_commands() {
  local -a commands=(
${list}
  )
  _describe -t commands command commands
}

${name}() {
  local command=${defaultCommand ?? "''"}
  if (( CURRENT > 2 )); then
    case "$words[2]" in
      ${named.map((command) => command.name).join("|")})
        command="$words[2]"
        shift words
        (( CURRENT-- ))
        ;;
    esac
  elif [[ "$PREFIX" != -* ]]; then
    ${name}_commands
  fi
  if [[ -n "$command" ]]; then ${name}_$command; fi
}

if [[ "$funcstack[1]" == _${program} ]]; then ${name} "$@"; else compdef ${name} ${program}; fi
`;

  function body(command: CommandModel): string {
    const specs = command.flags.map((flag) => quote(flagSpec(command, flag)));
    if (command.positional !== undefined)
      specs.push(quote(`*:${command.name}:${action(command, "", command.positional)}`));
    return `  _arguments -S : \\\n    ${specs.join(" \\\n    ")}`;
  }

  function flagSpec(command: CommandModel, { name: flag, describe, value, repeatable }: FlagModel): string {
    const head = `${repeatable ? "*" : `(${flag})`}${flag}${value === undefined ? "" : "="}[${escape(describe)}]`;
    return value === undefined ? head : `${head}:${flag.slice(2)}:${action(command, flag.slice(2), value)}`;
  }

  function action(command: CommandModel, flag: string, value: Value): string {
    switch (value.kind) {
      case "files":
        return "_files";
      case "scenes":
        return '_files -g "*.usda(-.)"';
      case "words":
        return `(${value.words.join(" ")})`;
      case "pair": {
        const helper = `${name}_${command.name}_${flag}`;
        const { separator, words, rest } = value;
        const after = rest.kind === "words" ? `compadd -- ${rest.words.join(" ")}` : "_files";
        const suffix = separator === ":" ? "-q -S ':' " : "";
        helpers.push(
          `${helper}() {\n  if compset -P '*${separator}'; then ${after}\n  else compadd ${suffix}-- ${words.join(" ")}\n  fi\n}\n`,
        );
        return helper;
      }
      default:
        return " ";
    }
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What would end a description. */
function escape(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, "\\$&");
}
