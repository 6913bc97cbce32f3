/**
 * A function that keeps its results, for texts that come over and over. When there are too many, all are forgotten, since then
 * few of them come again.
 */
export function remembering<Texts extends readonly string[], Made>(
  make: (...texts: Texts) => Made,
  most = 1000,
): (...texts: Texts) => Made {
  const known = new Map<string, Made>();
  return (...texts) => {
    const name = texts.length === 1 ? (texts[0] ?? '') : texts.join('\n');
    const found = known.get(name);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = make(...texts);
    known.set(name, made);
    return made;
  };
}
