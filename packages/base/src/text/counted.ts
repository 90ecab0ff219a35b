/** Returns a number with its noun: `1 file`, `2 files`, `0 fixes`. */
export function counted(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
