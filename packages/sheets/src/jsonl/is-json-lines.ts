/** Whether text begins as JSON does: with an object, or with a list of them (which is refused by name). */
export function isJsonLines(text: string): boolean {
  return /^[ \t\r\n]*(?:\{[ \t\r\n]*(?:"|\}|$)|\[[ \t\r\n]*(?:\{|$))/.test(text.slice(0, 4096));
}
