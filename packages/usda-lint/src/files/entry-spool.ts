/** The files of a run on disk, so that they can be gone through several times. */
import { Spool } from "@usdkit/batch/spool/spool";
import type { CommandContext } from "@usdkit/command/context/command-context";
import type { InputFile } from "@usdkit/command/files/input";
import { fileEntry, type Entry } from "./entries.ts";
import { SEPARATOR } from "./settled-record.ts";

/** An input as JSON; a path that is not UTF-8 in base64. */
interface KeptInput extends Omit<InputFile, "location"> {
  readonly location?: string;
  readonly bytes?: string;
  readonly position?: number | undefined;
}

/** Entries in the order in which they were added. Those that are not plain files are held: there are few. */
export class EntrySpool {
  readonly #spool = new Spool();
  readonly #held: Entry[] = [];
  readonly #context: CommandContext;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  /** Number of entries. */
  get size(): number {
    return this.#spool.size;
  }

  /** Entries whose bytes are not those of their files. */
  get replacing(): readonly Entry[] {
    return this.#held.filter((entry) => entry.kind === "file" && entry.isFile === false);
  }

  /** @throws {IoError} if there is no room for it */
  add(entry: Entry): void {
    if (entry.kind === "file" && entry.isFile === true) {
      const { location, ...input } = entry.input;
      if (typeof location === "string" && isPlain(input, location)) {
        this.#spool.add(`${PLAIN}${entry.position ?? ""}\n${input.name}\n${location}`);
        return;
      }
      const place = typeof location === "string" ? { location } : { bytes: location.toString("base64") };
      this.#spool.add(JSON.stringify({ ...input, ...place, position: entry.position } satisfies KeptInput));
    } else if (entry.kind === "settled") {
      this.#spool.add(SETTLED + [entry.folder, ...entry.records].join(SEPARATOR));
    } else {
      this.#spool.add(String(this.#held.length));
      this.#held.push(entry);
    }
  }

  /** Yields the entries. */
  *entries(): Generator<Entry, void, void> {
    for (const record of this.#spool.records()) {
      if (record.startsWith(PLAIN)) {
        yield this.#plainEntry(record);
        continue;
      }
      if (record.startsWith(SETTLED)) {
        const [folder = "", ...records] = record.slice(SETTLED.length).split(SEPARATOR);
        yield { kind: "settled", folder, records };
        continue;
      }
      const value = JSON.parse(record) as KeptInput | number;
      yield typeof value === "number" ? this.#held[value] : this.#entry(value);
    }
  }

  #plainEntry(record: string): Entry {
    const [position = "", name = "", location = ""] = record.slice(PLAIN.length).split("\n");
    return fileEntry({ name, location }, this.#context, position === "" ? undefined : Number(position));
  }

  close(): void {
    this.#spool.close();
  }

  #entry({ location, bytes, position, ...input }: KeptInput): Entry {
    return fileEntry({ ...input, location: location ?? Buffer.from(bytes ?? "", "base64") }, this.#context, position);
  }
}

/** Begins records of most files, which have no JSON. */
const PLAIN = "=";

/** Begins those of settled files. */
const SETTLED = "*";

/** Whether an input has a name and a location of one line each, and nothing else. */
function isPlain({ name, isNamed, inner }: Omit<InputFile, "location">, location: string): boolean {
  return isNamed !== true && inner === undefined && !name.includes("\n") && !location.includes("\n");
}
