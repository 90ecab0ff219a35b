/** An input that costs a careless parser more than linear time, or its stack. */
export interface HostileCase {
  name: string;
  /** The smaller of two lengths; the other is its double. */
  length: number;
  accepted: boolean;
  make: (length: number) => Buffer;
  /** The case is about nesting: the parser's limit has to be raised for it. */
  deep?: boolean;
}

const header = "#usda 1.0\n";

function repeated(before: string, unit: string, count: number, after: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(before.length + unit.length * count + after.length);
  bytes.write(before, "latin1");
  if (count > 0) bytes.fill(unit, before.length, bytes.length - after.length, "latin1");
  bytes.write(after, bytes.length - after.length, "latin1");
  return bytes;
}

/** Joined in pieces, so that no string gets long. */
function numbered(before: string, count: number, line: (index: number) => string, after: string): Buffer {
  const pieces = [Buffer.from(before)];
  for (let from = 0; from < count; from += 10_000) {
    let text = "";
    for (let index = from; index < Math.min(from + 10_000, count); index++) text += line(index);
    pieces.push(Buffer.from(text));
  }
  pieces.push(Buffer.from(after));
  return Buffer.concat(pieces);
}

/** Under a hash that multiplies by 31 and adds, as Java's does, all of these are equal. */
function collidingName(index: number): string {
  let name = "";
  for (let bit = 0; bit < 20; bit++) name += (index >> bit) & 1 ? "Aa" : "BB";
  return name;
}

export const hostileCases: readonly HostileCase[] = [
  {
    name: "nested prims",
    length: 20_000,
    accepted: true,
    deep: true,
    make: (n) => Buffer.concat([repeated(header, `def "a"\n{\n`, n, ""), repeated("", "}\n", n, "")]),
  },
  {
    name: "nested dictionaries",
    length: 20_000,
    accepted: true,
    deep: true,
    make: (n) =>
      Buffer.concat([
        repeated(`${header}(\ncustomLayerData = {\n`, "dictionary d = {\n", n, ""),
        repeated("", "}\n", n + 1, ")\n"),
      ]),
  },
  {
    name: "opening brackets",
    length: 500_000,
    accepted: false,
    make: (n) => repeated(`${header}def "a"\n{\nint[] x = `, "[", n, "\n"),
  },
  {
    name: "opening parentheses",
    length: 500_000,
    accepted: false,
    make: (n) => repeated(`${header}def "a"\n{\nint2 x = `, "(", n, "\n"),
  },
  {
    name: "opening braces",
    length: 500_000,
    accepted: false,
    make: (n) => repeated(`${header}def "a" (\ncustomData = `, "{", n, "\n"),
  },
  {
    name: "one string",
    length: 100e6,
    accepted: true,
    make: (n) => repeated(`${header}def "a"\n{\nstring x = "`, "lorem ipsum ", n / 12, `"\n}\n`),
  },
  {
    name: "one array",
    length: 5e6,
    accepted: true,
    make: (n) => repeated(`${header}def "a"\n{\nfloat[] x = [`, "0.12345678, ", n, `1]\n}\n`),
  },
  {
    name: "sibling prims",
    length: 500_000,
    accepted: true,
    make: (n) => numbered(header, n, (i) => `def "p${i}"\n{\n}\n`, ""),
  },
  {
    name: "names of one hash",
    length: 16_000,
    accepted: true,
    make: (n) => numbered(header, n, (i) => `def "${collidingName(i)}"\n{\n}\n`, ""),
  },
  {
    name: "properties of one prim",
    length: 300_000,
    accepted: true,
    make: (n) => numbered(`${header}def "a"\n{\n`, n, (i) => `int x${i} = ${i}\n`, "}\n"),
  },
  {
    name: "time samples backwards",
    length: 300_000,
    accepted: true,
    make: (n) => numbered(`${header}def "a"\n{\nfloat x.timeSamples = {\n`, n, (i) => `${n - i}: ${i},\n`, "}\n}\n"),
  },
  {
    name: "list operation items",
    length: 200_000,
    accepted: true,
    make: (n) => numbered(`${header}def "a"\n{\nrel r = [`, n, (i) => `</p${i}>, `, "</q>]\n}\n"),
  },
  {
    name: "dictionary keys",
    length: 200_000,
    accepted: true,
    make: (n) => numbered(`${header}(\ncustomLayerData = {\n`, n, (i) => `int k${i} = 1\n`, "}\n)\n"),
  },
  {
    name: "wrong statements",
    length: 200_000,
    accepted: false,
    make: (n) => numbered(`${header}def "a"\n{\n`, n, (i) => `int = ${i} }{ "\n`, "}\n"),
  },
  {
    name: "unterminated string",
    length: 25e6,
    accepted: false,
    make: (n) => repeated(`${header}def "a"\n{\nstring x = """`, "lorem ipsum\n", n / 12, ""),
  },
  {
    name: "unterminated asset",
    length: 25e6,
    accepted: false,
    make: (n) => repeated(`${header}def "a"\n{\nasset x = @@@`, "lorem ipsum ", n / 12, ""),
  },
  {
    name: "unterminated comment",
    length: 25e6,
    accepted: false,
    make: (n) => repeated(`${header}def "a"\n{\n/* `, "lorem ipsum\n", n / 12, ""),
  },
];
