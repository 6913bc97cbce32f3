/**
 * Reads items in their order, some ahead of the one that is asked for. Each call of what it answers gives the next one, and
 * throws what its reading threw; after the last one it throws.
 */
export function readAhead<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
  ahead = 4,
): () => Promise<Read> {
  const begun: Promise<Read>[] = [];
  const waiting = items.values();

  function begin(): boolean {
    const { done, value } = waiting.next();
    if (done === true) return false;
    const reading = read(value);
    // Whoever asks for it is told; nobody may.
    reading.catch(() => undefined);
    begun.push(reading);
    return true;
  }

  return async () => {
    while (begun.length <= ahead && begin());
    const first = begun.shift();
    if (first === undefined) throw new Error('There is nothing more to read');
    return first;
  };
}
