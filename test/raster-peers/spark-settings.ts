/** The settings with which Spark draws splats as they were trained, as this renderer does. */

export type SparkSettings = Readonly<Record<string, number | boolean>>;
export type SettingGroup = "dilation" | "extent" | "order" | "precision";

/** Settings of `SparkRenderer`, grouped by purpose; `extSplats` is one of `SplatMesh`. */
export const settingGroups: Readonly<Record<SettingGroup, SparkSettings>> = {
  /** Variances grow by 0.3 pixels² and the opacity stays; Spark takes splats for trained with what makes it less (Mip-Splatting). */
  dilation: { preBlurAmount: 0.3, blurAmount: 0 },
  /** Drawn as far as 1/255 of an opaque one; Spark cuts at √8 deviations, and below half of 1/255. */
  extent: { maxStdDev: Math.sqrt(2 * Math.log(255)), minAlpha: 1 / 255, maxPixelRadius: 4096 },
  /** By the distance along the view; Spark takes that from the eye. */
  order: { sortRadial: false },
  /** Spark packs a splat into 16 bytes; what is drawn in the end, and without harmonics what is loaded, can take 32. */
  precision: { accumExtSplats: true, extSplats: true },
};

export const matched: SparkSettings = Object.assign({}, ...Object.values(settingGroups)) as SparkSettings;

/** All, but for one group that keeps Spark's own. */
export function settingsBut(group: SettingGroup): SparkSettings {
  const own = Object.keys(settingGroups[group]);
  return Object.fromEntries(Object.entries(matched).filter(([name]) => !own.includes(name)));
}
