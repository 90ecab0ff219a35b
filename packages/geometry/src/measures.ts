/**
 * Measures of geometry, for checks: how faces are joined, areas, repeated values.
 *
 * @packageDocumentation
 */
export { elementsInUse, topologyProblem, triangleCount, unusedPoints } from "./measure/mesh-topology.ts";
export type { MeshTopology, TopologyProblem } from "./measure/mesh-topology.ts";
export { measureManifold } from "./measure/manifold.ts";
export type { ManifoldMeasure } from "./measure/manifold.ts";
export { facesInUse, unitVectorProblem, windingBias, zeroAreaFaces } from "./measure/face-areas.ts";
export type { MeshFaces, NormalValues, UnitVectorProblem } from "./measure/face-areas.ts";
export { equalInBoth, firstEqual, firstEqualText, repeatedCount } from "./measure/repeated-values.ts";
