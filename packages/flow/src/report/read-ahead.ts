/** Reads items in order, some of them ahead. Each call of the returned function gives the next one, or throws its error. */
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
    // The call that takes the item throws the error. This avoids an unhandled rejection before that.
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
