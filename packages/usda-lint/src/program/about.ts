/**
 * What the package says of itself. The manifest is read here alone: imported in two ways, statically and by `import()`, it
 * made a bundle that does not load (rolldown 1.2.19).
 */
import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;
/** Where the project is to be found; undefined while it is nowhere. */
export const homepage: string | undefined = (manifest as { homepage?: string }).homepage;
