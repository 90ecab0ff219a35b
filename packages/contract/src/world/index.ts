/** The endpoints of worlds. */
export { generateWorld } from "./generate-world.ts";
export { getWorld } from "./get-world.ts";
export { listWorlds } from "./list-worlds.ts";
export { reconstructWorld } from "./reconstruct-world.ts";
