/** Limits and patterns that a configuration sets for stages. */

/** What a stage may have; undefined: any. */
export interface StageLimits {
  /** Triangles of all meshes, as drawn without subdivision. */
  readonly triangles?: number | undefined;
  /** Prims of the stage, those below instances once. */
  readonly prims?: number | undefined;
  /** Pixels of the longer side of a texture. */
  readonly textureSize?: number | undefined;
  /** Bytes of all files of the stage. */
  readonly bytes?: number | undefined;
  /**
   * How prims are named, by type with those that inherit it; `*` is any prim. A style (`camelCase`, `PascalCase`, `snake_case`) or a
   * glob with `*` and `?`.
   */
  readonly names?: Readonly<Record<string, string>> | undefined;
}
