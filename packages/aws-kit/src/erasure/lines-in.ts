import { UnreadableObject } from './erase-below.ts';

/** Far more than a row has. */
const longestLine = 8 * 1024 * 1024;

/** The lines of a text that is too large to be read at once. @throws UnreadableObject */
export async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new UnreadableObject('A line is too long to be searched');
    yield* lines;
  }
  yield rest + decoder.decode();
}
