/**
 * Variants of the service: what a service may answer that follows the specification, for tests of clients. Not needed by
 * clients or services themselves.
 *
 * @module
 */
export { variantNamed, variants } from "./variants/index.ts";
export { mapMembers } from "./variants/json.ts";
export { isOptional, neededFields } from "./variants/needed-fields.ts";
export {
  applyVariants,
  type Variant,
  type VariantBehaviour,
  type VariantEffect,
  type VariantReply,
} from "./variants/variant.ts";
