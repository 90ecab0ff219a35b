/** Finds an earlier statement of the same property. */
import { LAST_PROPERTY, NAME } from "./tape.ts";
import type { Frame } from "../read/frame.ts";

/** From this many properties on, an owner that needs a search gets a map. */
const MAP_FROM = 32;

/** The last statement of each property, by the property's owner and name. */
export class PropertyIndex {
  // For each name, the owner (its record + 1) and the record that declared it last.
  private ownerOfName: Int32Array = new Int32Array(1024);
  private recordOfName: Uint32Array = new Uint32Array(1024);

  /** Clears the index, for a new text. */
  reset(): void {
    this.ownerOfName.fill(0);
  }

  /** Returns the last statement of this name in the frame's owner, or 0. `words` are those of the tape. */
  find(words: Uint32Array, frame: Frame, name: number): number {
    if (name >= this.ownerOfName.length) this.grow(name);
    if (this.ownerOfName[name] === frame.identity + 1) return this.recordOfName[name];
    if (!frame.hasNested) return 0;
    if (frame.propertyMap === undefined && frame.propertyCount <= MAP_FROM) {
      let record = words[frame.identity + LAST_PROPERTY];
      while (record !== 0 && words[record + NAME] !== name) record = words[record + LAST_PROPERTY];
      return record;
    }
    if (frame.propertyMap === undefined) {
      const map = new Map<number, number>();
      for (let record = words[frame.identity + LAST_PROPERTY]; record !== 0; record = words[record + LAST_PROPERTY]) {
        if (!map.has(words[record + NAME])) map.set(words[record + NAME], record);
      }
      frame.propertyMap = map;
    }
    return frame.propertyMap.get(name) ?? 0;
  }

  /** Adds the statement at `record`, after `find` for the same name. */
  add(words: Uint32Array, frame: Frame, name: number, record: number): void {
    words[record + LAST_PROPERTY] = words[frame.identity + LAST_PROPERTY];
    words[frame.identity + LAST_PROPERTY] = record;
    this.ownerOfName[name] = frame.identity + 1;
    this.recordOfName[name] = record;
    frame.propertyCount++;
    frame.propertyMap?.set(name, record);
  }

  private grow(name: number): void {
    const size = Math.max(this.ownerOfName.length * 2, name + 1);
    const owners = new Int32Array(size);
    owners.set(this.ownerOfName);
    this.ownerOfName = owners;
    const records = new Uint32Array(size);
    records.set(this.recordOfName);
    this.recordOfName = records;
  }
}
