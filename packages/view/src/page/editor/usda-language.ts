/** Syntax highlighting without a parser: keywords, strings, numbers, paths. */
import { StreamLanguage, type StreamParser, type StringStream } from "@codemirror/language";

/** The terminator of a multi-line string or comment. */
interface State {
  end: '"""' | "'''" | "@@@" | "*/" | null;
}

const SPECIFIERS = new Set(["def", "over", "class", "variantSet", "variants"]);
const WORDS = new Set(
  (
    "add append custom delete prepend reorder uniform varying config rel None AnimationBlock true false dictionary " +
    "inf nan"
  ).split(" "),
);
const TYPES =
  /^(?:bool|uchar|u?int(?:64)?|int[234]|half[234]?|float[234]?|double[234]?|timecode|string|token|asset|opaque|matrix[234]d|quat[hfd]|(?:point|vector|normal|color|texCoord)[234][hfd]|frame4d|pathExpression)$/;

const parser: StreamParser<State> = {
  name: "usda",
  startState: () => ({ end: null }),
  token(stream, state) {
    if (state.end !== null) return rest(stream, state, state.end);
    if (stream.eatSpace()) return null;
    if (stream.peek() === "#" || stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) return rest(stream, state, "*/");
    for (const mark of ['"""', "'''", "@@@"] as const) if (stream.match(mark)) return rest(stream, state, mark);
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return "string";
    if (stream.match(/^@[^@]*@?/)) return "link";
    if (stream.match(/^<[^>]*>?/)) return "labelName";
    if (stream.match(/^-?(?:\d[\d.]*|\.\d+)(?:[eE][+-]?\d+)?/)) return "number";
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_:]*/u)) return word(stream.current());
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
};

/** Reads to the end of a string or comment, or of the line. */
function rest(stream: StringStream, state: State, end: Exclude<State["end"], null>): string {
  const at = stream.string.indexOf(end, stream.pos);
  if (at < 0) stream.skipToEnd();
  else stream.pos = at + end.length;
  state.end = at < 0 ? end : null;
  return end === "*/" ? "comment" : end === "@@@" ? "link" : "string";
}

function word(text: string): string {
  if (SPECIFIERS.has(text)) return "definitionKeyword";
  if (WORDS.has(text)) return "keyword";
  if (TYPES.test(text)) return "typeName";
  return /^[A-Z]/.test(text) && !text.includes(":") ? "className" : "propertyName";
}

/** The language of the editor. */
export const usdaLanguage: StreamLanguage<State> = StreamLanguage.define(parser);
