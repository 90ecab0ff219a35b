import type { Composition } from "../host/composition.ts";

/** Composition on a machine without files: what a layer refers to is not known, so nothing is said about its stage. */
export const noComposition: Composition = {
  opinions: () => Promise.resolve([]),
  value: () => Promise.resolve(undefined),
  layerStack: () => Promise.resolve([]),
  authorTargets: () => Promise.resolve([]),
  author: () => Promise.resolve({ texts: [] }),
  findings: () => Promise.resolve(undefined),
  changed: () => {},
};
