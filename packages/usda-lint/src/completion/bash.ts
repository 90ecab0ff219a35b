import type { CommandModel, CompletionModel, Value } from "./model.ts";

/** A completion script for bash 3.2 or newer; needs nothing else. */
export function bashCompletion({ program, defaultCommand, commands }: CompletionModel): string {
  const name = `_${program.replaceAll("-", "_")}`;
  const named = commands.filter((command) => command.name !== defaultCommand).map((command) => command.name);
  return `# bash completion for ${program}: eval "$(${program} completion bash)"

${name}_words() {
  local IFS=$'\\n'
  replies+=($(compgen -W "$1" -- "$value"))
}

${name}_files() {
  local reply
  compopt -o filenames 2>/dev/null
  while IFS= read -r reply; do replies+=("$reply"); done < <(compgen -f -- "$value")
}

${name}_scenes() {
  local reply
  compopt -o filenames 2>/dev/null
  while IFS= read -r reply; do replies+=("$reply"); done < <(compgen -d -- "$value"; compgen -f -X '!*.usda' -- "$value")
}

# The value of a flag ($2) or of what is none ($2 empty), after command $1.
${name}_value() {
  case "$1 $2" in
${commands.map(valueCases).join("")}  esac
  return 0
}

${name}_flags() {
  case "$1" in
${commands.map(({ name: command, flags }) => `    ${command}) ${name}_words ${list(flags.map((flag) => flag.name))} ;;\n`).join("")}  esac
}

# Whether flag $2 of command $1 takes a value.
${name}_takes() {
  case "$1 $2" in
    ${commands.flatMap(({ name: command, flags }) => flags.filter(({ value }) => value !== undefined).map((flag) => `'${command} ${flag.name}'`)).join(" | ")}) return 0 ;;
  esac
  return 1
}

${name}() {
  local words=() replies=() word glue= i command=${defaultCommand ?? "''"} first=1 flags=1 flag= value= full= previous=
  COMPREPLY=()

  # bash cuts words at : and =, which are parts of ours.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ $i -eq $COMP_CWORD && -z "$word" && "\${COMP_LINE:0:COMP_POINT}" == *[[:space:]] ]]; then glue=; fi
    if [[ \${#words[@]} -gt 1 && ( -n "$glue" || "$word" == [:=]* ) ]]; then
      words[\${#words[@]}-1]+="$word"
    else
      words+=("$word")
    fi
    if [[ "$word" == *[:=] ]]; then glue=1; else glue=; fi
  done
  local last=$((\${#words[@]} - 1))
  full="\${words[last]}" value="\${words[last]}"

  if [[ $last -gt 1 ]]; then
    case "\${words[1]}" in
      ${named.join(" | ")}) command="\${words[1]}" first=2 ;;
    esac
  fi
  for ((i = first; i < last; i++)); do
    word="\${words[i]}"
    if [[ -n "$previous" ]]; then previous=
    elif [[ "$word" == -- ]]; then flags=
    elif [[ -n "$flags" ]] && ${name}_takes "$command" "$word"; then previous="$word"
    fi
  done

  if [[ -n "$previous" ]]; then ${name}_value "$command" "$previous"
  elif [[ -n "$flags" && "$value" == --*=* ]]; then
    flag="\${value%%=*}" value="\${value#*=}"
    if ${name}_takes "$command" "$flag"; then ${name}_value "$command" "$flag"; fi
  elif [[ -n "$flags" && "$value" == -* ]]; then ${name}_flags "$command"
  else
    if [[ $last -eq 1 ]]; then ${name}_words ${list(named)}; fi
    if [[ -n "$command" ]]; then ${name}_value "$command" ''; fi
  fi

  # bash adds what is missing to its own word, which begins after the last cut.
  local prefix="\${full:0:\${#full}-\${#value}}"
  if [[ "$COMP_WORDBREAKS" == *:* ]]; then prefix="\${prefix##*:}"; fi
  if [[ "$COMP_WORDBREAKS" == *=* ]]; then prefix="\${prefix##*=}"; fi
  for word in \${replies[@]+"\${replies[@]}"}; do COMPREPLY+=("$prefix$word"); done
}
complete -F ${name} ${program}
`;

  function valueCases({ name: command, flags, positional }: CommandModel): string {
    const all = flags.map((flag) => ({ flag: flag.name, value: flag.value }));
    return [...all, { flag: "", value: positional }]
      .filter(({ value }) => value !== undefined && value.kind !== "nothing")
      .map(({ flag, value }) => `    '${command} ${flag}') ${action(value)} ;;\n`)
      .join("");
  }

  function action(value: Value | undefined): string {
    switch (value?.kind) {
      case "files":
        return `${name}_files`;
      case "scenes":
        return `${name}_scenes`;
      case "words":
        return `${name}_words ${list(value.words)}`;
      case "pair": {
        const { separator } = value;
        const first =
          separator === ":"
            ? `compopt -o nospace 2>/dev/null; ${name}_words ${list(value.words.map((word) => word + separator))}`
            : `${name}_words ${list(value.words)}`;
        return `if [[ "$value" == *${separator}* ]]; then value="\${value#*${separator}}"; ${action(value.rest)}; else ${first}; fi`;
      }
      default:
        return ":";
    }
  }
}

/** Quoted, a word a line. */
function list(words: readonly string[]): string {
  return `$'${words.map((word) => word.replaceAll(/[\\']/g, "\\$&")).join("\\n")}'`;
}
