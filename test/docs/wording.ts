/** Errors in the English of messages that a pattern detects: number, articles, repeated words, values that are missing. */

const FAULTS: readonly (readonly [fault: string, pattern: RegExp])[] = [
  [
    "plural after 1",
    /(?<![\w.,:(/-])(?<!(?:;|code:) )1 (?!is\b|has\b|was\b|this\b|as\b|does\b|plus\b|less\b|unless\b|across\b|class\b|pass\b|bias\b|always\b|means\b|needs\b|exceeds\b|takes\b)[a-z]{2,}s\b/g,
  ],
  [
    "singular after a number",
    /(?<![\w.,:(/-])(?:0|[2-9]|\d{2,}) (?:file|error|warning|finding|fix|prim|element|part|byte|line|number)\b/g,
  ],
  ["a before a vowel", /(?<![\w/.:@{=-])[Aa] (?:[aio][a-z]|e(?!u)[a-z]|un(?!i)[a-z]|up|ul|um)[a-z]*/g],
  [
    "an before a consonant",
    /(?<![\w/.:@{=-])[Aa]n (?:[bcdfgjklmnpqrstvwyz][a-z]|h(?!our|onest|eir)[a-z]|us(?:er|d|ual|ed?\b)|uni[a-z]|US[AD])[a-zA-Z]*/g,
  ],
  ["a word twice", /\b([a-z]{2,}) \1\b/g],
  ["no value", /(?<!result is )\bundefined\b|\bNaN\b|\[object /g],
];

/** Matches quoted names, values and code, which are not checked. */
const QUOTED = /"[^"\n]*"|`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)|<[^>\n]*>|@[^@\n]*@|\([^()\n]*\)\s*$/g;

/** Returns the errors in a text, each with its context. */
export function faultsOf(text: string): string[] {
  const own = text.replaceAll(QUOTED, (quoted) => "·".repeat(quoted.length));
  return FAULTS.flatMap(([fault, pattern]) =>
    Array.from(own.matchAll(pattern), ({ index, 0: found }) => {
      const around = text.slice(Math.max(0, index - 20), index + found.length + 20).replaceAll("\n", " ");
      return `${fault}: "${found}" in "…${around}…"`;
    }),
  );
}
