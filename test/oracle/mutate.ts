// Mutates texts, by tokens and by bytes.

import type { Random } from "../bench/generate/random.ts";

type Texts = readonly [string, ...string[]];

const TOKEN =
  /"""[^]*?"""|'''[^]*?'''|"[^"\n]*"|'[^'\n]*'|@@@[^\n]*?@@@+|@[^@\n]*@|<[^>\n]*>|#[^\n]*|\/\*[^]*?\*\/|\/\/[^\n]*|[\w.:+-]+|[ \t]+|\r?\n|[^]/g;

/** What may be put anywhere. */
const POOL: Texts = [
  "\n",
  ..."()[]{}<>=,;:.&@\"'#\\/ \n\r\t-".split(""),
  ..."def over class rel add append prepend delete reorder custom uniform varying config variantSet variants".split(
    " ",
  ),
  ..."references payload inherits specializes relocates subLayers doc kind customData dictionary None".split(" "),
  ..."AnimationBlock edit connect timeSamples spline default nameChildren properties rootPrims permission".split(" "),
  ..."int float double3 color3f[] token string asset bool half matrix2d quatf timecode pathExpression foo".split(" "),
  ..."bezier hermite pre post held curve linear loop none sloped autoEase write insert erase minsize fill".split(" "),
  ..."offset scale private public symmetryFunction displayUnit cm apiSchemas active true false inf nan".split(" "),
  ..."0 1 -1 1.5 -0 1e400 007 .5 5. 2147483648 18446744073709551616 -inf 1e x _ é".split(" "),
  '""',
  '"a"',
  "'a'",
  '"""a\nb"""',
  '"\\x41\\"\\q"',
  "@a@",
  "@@",
  "@@@a@b@@@",
  "</A>",
  "<A>",
  "<>",
  "</A.b>",
  "<../A>",
  "</A{v=x}>",
  "[]",
  "()",
  "{}",
  "(1, 2)",
  "[1, 2]",
  "[[1], [2]]",
  "/* c */",
  "# c\n",
  "// c\n",
  '"\u0000"',
  'int x = 1 (doc = "d")\n',
  "(offset = 1; scale = 2)",
  'variantSet "v" = { "a" { } }\n',
  "double s.spline = {1: 2; post curve (1, 2), }\n",
  "int[] e = edit [append 1; erase [0]]\n",
];

/** One to four changes of tokens: gone, doubled, swapped, replaced, or taken from another text. */
export function mutateTokens(text: string, other: string, random: Random): string {
  const tokens = text.match(TOKEN) ?? [];
  const others = other.match(TOKEN) ?? [];
  for (let change = random.between(1, 4); change > 0 && tokens.length > 1; change--) {
    // The header stays: without it there is nothing to see.
    const at = random.between(Math.min(3, tokens.length - 1), tokens.length - 1);
    const size = random.chance(70) ? 1 : random.between(1, 12);
    switch (random.below(7)) {
      case 0:
        tokens.splice(at, size);
        break;
      case 1:
        tokens.splice(at, 0, ...tokens.slice(at, at + size));
        break;
      case 2:
        tokens.splice(at, 0, ...tokens.splice(random.below(tokens.length), size));
        break;
      case 3:
        tokens.splice(at, size, random.pick(POOL));
        break;
      case 4:
        tokens.splice(at, 0, random.pick(POOL));
        break;
      case 5: {
        const from = random.below(Math.max(1, others.length));
        tokens.splice(at, random.chance(50) ? size : 0, ...others.slice(from, from + size * 2));
        break;
      }
      default:
        tokens.splice(at, 1, random.chance(50) ? " " : "\n");
    }
  }
  return tokens.join("");
}

/** One to four changes of bytes. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const result = [...bytes];
  for (let change = random.between(1, 4); change > 0; change--) {
    const at = random.below(result.length + 1);
    const byte = random.chance(60) ? random.pick(BYTES) : random.below(256);
    switch (random.below(4)) {
      case 0:
        result.splice(at, 1);
        break;
      case 1:
        result.splice(at, 0, byte);
        break;
      case 2:
        result.splice(at, 1, byte);
        break;
      default:
        result.splice(at, random.between(1, 8));
    }
  }
  return Uint8Array.from(result);
}

const encoded = [...new TextEncoder().encode("()[]{}<>=,;:.@\"'#\\/ \n\r\t-+0aé\u0000\u007f")];
const BYTES: readonly [number, ...number[]] = [0, ...encoded];
