/** Parts of a run: each takes every Nth file, so that all of them together take each file once. */
import { UsageError } from "@usdkit/command/cli/errors";

/** One of the parts of a run. */
export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

/** Parts of a run; more would be more than there are files in any library. */
const MAX_COUNT = 1_000_000;

/**
 * Returns the shard of `--shard I/N`.
 *
 * @throws {UsageError} for a text of another form, and for numbers out of range
 */
export function parseShard(text: string): Shard {
  const [, index = "", count = ""] = /^(\d{1,7})\/(\d{1,7})$/u.exec(text) ?? [];
  const shard: Shard = { index: Number(index), count: Number(count) };
  if (index === "" || shard.index < 1 || shard.index > shard.count || shard.count > MAX_COUNT) {
    throw new UsageError(`--shard expects I/N with I from 1 to N, as in 2/4, found "${text}"`);
  }
  return shard;
}

/** Returns `2/4`. */
export function shardName({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/** Whether the item at a position, from 0, is one of a shard. Without a shard all are. */
export function isOfShard(position: number, shard: Shard | undefined): boolean {
  return shard === undefined || position % shard.count === shard.index - 1;
}

/** Returns the number of items of a shard. */
export function sizeOfShard(size: number, shard: Shard | undefined): number {
  return shard === undefined ? size : Math.max(0, Math.ceil((size - shard.index + 1) / shard.count));
}

/** Yields the items of a shard. */
export function* ofShard<Item>(items: Iterable<Item>, shard: Shard | undefined): Generator<Item, void, void> {
  let position = 0;
  for (const item of items) if (isOfShard(position++, shard)) yield item;
}

/** Yields the items of a shard with their positions among all. */
export async function* takeShard<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  shard: Shard | undefined,
): AsyncGenerator<{ readonly item: Item; readonly position: number }> {
  let position = 0;
  for await (const item of items) {
    if (isOfShard(position, shard)) yield { item, position };
    position++;
  }
}
