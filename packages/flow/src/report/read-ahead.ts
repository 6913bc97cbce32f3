/** Reads items in order, some of them ahead. Each call of the answered function gives the next one, or throws what its reading threw. */
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
    // Thrown to whoever takes it, even when nobody does.
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
