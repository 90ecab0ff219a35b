/**
 * Variants of the service: other replies that conform to the specification, for tests of clients. Clients and
 * services themselves do not need it.
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
