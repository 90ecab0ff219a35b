import { levels as LEVELS, type Level, type RuleMeta } from "@usdkit/validate";
import { UsageError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";

/** Parses `--rule ID:LEVEL`; the last one for a rule takes precedence. */
export function readLevels(texts: readonly string[], metas: readonly RuleMeta[]): Record<string, Level> {
  const ids = metas.map(({ id }) => id);
  const levels: Record<string, Level> = {};
  for (const text of texts) {
    const [id = "", word = ""] = text.split(":");
    const level = LEVELS.find((name) => name === word);
    if (level === undefined || text.split(":").length !== 2) {
      throw new UsageError(`--rule expects ID:LEVEL with ${LEVELS.join(", ")} as LEVEL, found "${text}"`);
    }
    if (!ids.includes(id)) throw new UsageError(`Unknown rule "${id}".${didYouMean(id, ids)}`);
    levels[id] = level;
  }
  return levels;
}
