/** The column of this name. A column without one is named by its letters. */
export function placeOf(name: string, header: readonly string[]): number {
  const exact = header.indexOf(name);
  return exact >= 0 ? exact : header.findIndex((one) => one.trim() === name.trim());
}
