/** Which prims of a stage are shared, as a number for each path. */
import type { SharedPrim } from "../index/shared-prim.ts";
import type { PathId } from "../paths/path-table.ts";

const INITIAL_CAPACITY = 1024;

/** What prims share, by path: four bytes of a prim. */
export class SharedNumbers {
  private readonly shared: SharedPrim[] = [];
  /** By path: the number of what the prim shares, from 1; 0 for all others. */
  private byPath: Int32Array = new Int32Array(INITIAL_CAPACITY);
  private count = 0;

  /** The number of prims. */
  get size(): number {
    return this.count;
  }

  has(path: PathId): boolean {
    return path < this.byPath.length && this.byPath[path] > 0;
  }

  get(path: PathId): SharedPrim | undefined {
    return path < this.byPath.length ? this.shared[this.byPath[path] - 1] : undefined;
  }

  /** Sets what a prim shares that had nothing. */
  set(path: PathId, shared: SharedPrim): void {
    if (this.shared[shared.number - 1] !== shared) shared.number = this.shared.push(shared);
    if (path >= this.byPath.length) {
      const larger = new Int32Array(Math.max(2 * this.byPath.length, path + 1));
      larger.set(this.byPath);
      this.byPath = larger;
    }
    this.byPath[path] = shared.number;
    this.count++;
  }

  /** Returns whether the prim was shared. */
  delete(path: PathId): boolean {
    if (!this.has(path)) return false;
    this.byPath[path] = 0;
    this.count--;
    return true;
  }

  clear(): void {
    this.shared.length = 0;
    this.byPath = new Int32Array(INITIAL_CAPACITY);
    this.count = 0;
  }
}
