import { expect } from "vitest";
import { AssetError } from "../errors/asset-error.ts";

/** The AssetError that the call ends in; anything else fails the test. */
export async function assetError(call: () => unknown): Promise<AssetError> {
  let error: unknown;
  try {
    await call();
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(AssetError);
  return error as AssetError;
}
