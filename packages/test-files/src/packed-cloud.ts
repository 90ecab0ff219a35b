import { restCount, trainedCloud, type TrainedCloud } from "./trained-cloud.ts";

/** The splats of the files in `test/splats`: two chunks of compressed PLY, and few sets of harmonics, which SOG keeps in a palette. */
export function packedCloud(): TrainedCloud {
  const cloud = trainedCloud(260, 2, 7);
  const width = 3 * restCount(cloud.degree);
  for (let i = 0; i < cloud.count; i++) cloud.rest.copyWithin(width * i, width * (i % 4), width * (i % 4) + width);
  return cloud;
}
