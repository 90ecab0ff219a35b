/** The edits of `usd_edit` as a resource. */
export const editDocument = `# Edits of a stage

\`usd_edit\` takes a list. All edits are made, or none. Paths are those of the composed stage; they are mapped through the arcs to the target.

| op | fields | effect |
|---|---|---|
| set | path, value, type for new attributes, time | sets an attribute, or a time sample |
| clear | path, time | removes the opinion of the target |
| metadata | path, field, value | sets metadata; null removes it |
| add | path, type, specifier (def, over, class) | adds a prim |
| remove | path, everywhere | removes the opinions of the target, or the prim from all layers |
| rename | path, name | renames a prim or property, and all paths to it |
| move | path, to | moves a prim or property, and all paths to it |
| reference, payload, inherit, specialize | path, asset, prim, list, remove | adds or removes an arc |
| sublayer | asset, remove | adds or removes a sublayer |
| select | path, set, variant | selects a variant |
| targets | path, value | sets the targets of a relationship |
| connect | path, value | sets the connections of an attribute |

Values are JSON: numbers, strings, booleans, arrays; vectors and matrices are arrays of numbers; asset paths are strings.

If a value does not change, a stronger layer has an opinion: \`usd_explain\` lists the opinions, strongest first; set \`target\` to that layer. A variant is a target too: \`/World/Chair{look=red}\` of the root layer, \`chair.usda</World/Chair{look=red}>\` of another, with the path of the stage.
`;
