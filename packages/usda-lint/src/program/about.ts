/**
 * The name, version and description of the package. The manifest is read only here: imported in two ways, statically and by `import()`, it
 * made a bundle that does not load (rolldown 1.2.19).
 */
import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;
/** The home page of the project, if it has one. */
export const homepage: string | undefined = (manifest as { homepage?: string }).homepage;
