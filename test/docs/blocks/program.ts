/** Makes one module of the TypeScript and JavaScript blocks of a page. */

export interface Setup {
  /** The module specifier, relative to the program. */
  readonly specifier: string;
  /** The names that it exports. */
  readonly names: readonly string[];
  /** Expressions for texts of the blocks: `{ '"https://gateway.example"': "serviceUrl" }`. */
  readonly replacements?: Readonly<Record<string, string>>;
}

const NAMED = /^import (?<type>type )?\{(?<names>[^}]*)\} from "(?<from>[^"]+)";[^\n]*\n/gm;
const OTHER = /^import (?:[^{;]+ from )?"[^"]+";[^\n]*\n/gm;

/**
 * Returns the module: the blocks' imports at its start, each block in a scope of its own within that of the block before, so
 * that it sees, and may redeclare, the names of earlier blocks. A relative import is that of the setup.
 */
export function makeProgram(blocks: readonly string[], setup: Setup | undefined): string {
  const imports = new Map<string, Set<string>>();
  const others = new Set<string>();
  const bodies = blocks.map((code) => {
    let body = code;
    for (const [literal, name] of Object.entries(setup?.replacements ?? {})) body = body.replaceAll(literal, name);
    return body
      .replaceAll(NAMED, (_, type: string | undefined, names: string, from: string) => {
        const known = imports.get(from) ?? new Set<string>();
        for (const name of names.split(",")) {
          if (name.trim() !== "") known.add(`${type ?? ""}${name.trim()}`);
        }
        if (!from.startsWith(".")) imports.set(from, known);
        return "";
      })
      .replaceAll(OTHER, (line) => {
        others.add(line.trim());
        return "";
      });
  });
  const taken = new Set([...imports.values()].flatMap((names) => [...names].map((name) => name.replace("type ", ""))));
  const provided = (setup?.names ?? []).filter((name) => !taken.has(name) && name !== "default");
  const lines = [
    ...Array.from(imports, ([from, names]) => `import { ${[...names].join(", ")} } from "${from}";`),
    ...others,
    ...(setup === undefined ? [] : [`import { ${provided.join(", ")} } from "${setup.specifier}";`]),
  ];
  const nested = bodies.reduceRight((inner, body) => `${scopeOf(body)}${inner}${hasReturn(body) ? "" : "}\n"}`, "");
  return `${lines.join("\n")}\nexport {};\n${nested}`;
}

/** A block that returns is the body of a function; later blocks do not see its names. */
function scopeOf(body: string): string {
  return hasReturn(body) ? `await (async () => {\n${body}})();\n` : `{\n${body}`;
}

function hasReturn(body: string): boolean {
  return /^ *return\b/m.test(body) && !/\bfunction\b|=> \{/.test(body);
}
