import { SpatialError } from "@usdkit/client";
import type { SimClient, SimWorld } from "../world.ts";

/**
 * Something that a user does. It resolves to the final checks: only at the end of the run is it known which
 * requests arrived.
 */
export type Activity = (world: SimWorld, user: SimClient) => Promise<() => void>;

/** Why an activity was given up, to distinguish it from errors of the client. */
export class Quit extends Error {
  override readonly name = "Quit";
}

/** A signal that is aborted at some time, with that chance. */
export function quitLater({ random, clock }: SimWorld, share: number, within: number): AbortController {
  const controller = new AbortController();
  if (random.chance(share)) clock.after(random.between(0, within), () => controller.abort(new Quit("enough")));
  return controller;
}

/** @throws Any error that a client must not throw. */
export function nameOf(error: unknown): string {
  if (error instanceof SpatialError || error instanceof Quit) return error.name;
  throw error;
}
