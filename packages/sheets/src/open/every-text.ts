import { gunzip } from '../gzip/gunzip.ts';
import { sheetLimits } from '../model/limits.ts';
import { headBytes, isGzip } from '../model/refused-formats.ts';
import { peek, type SheetSource } from '../model/source.ts';
import { openArchive } from '../zip/archive.ts';

/** The longest text that is found across two pieces. */
const overlap = 1_000;
const encodings = ['utf-8', 'utf-16le', 'windows-1252'] as const;

/**
 * All text of a file, to search it, in pieces that overlap: also what `openSheet` leaves out or refuses. A workbook gives
 * every part without its tags, such as other sheets and comments; other files give their text in each usual encoding.
 * @throws SheetError if the file is damaged or too large
 */
export async function* everyText(source: SheetSource): AsyncGenerator<string> {
  const { head, stream, leave } = await peek(source.stream(), headBytes);
  if (head.subarray(0, 2).toString('latin1') === 'PK') {
    await leave();
    const archive = await openArchive(source, sheetLimits);
    for (const name of archive.names) yield* pieces(archive.read(name), withoutTags);
  } else {
    yield* pieces(isGzip(head) ? gunzip(stream, source.bytes, sheetLimits) : stream, (text) => [text]);
  }
}

async function* pieces(
  bytes: AsyncIterable<Uint8Array>,
  shown: (text: string) => readonly string[],
): AsyncGenerator<string> {
  const readers = encodings.map((encoding) => ({ decoder: new TextDecoder(encoding), rest: '' }));
  for await (const chunk of bytes) {
    const texts = readers.map((reader) => {
      const text = reader.rest + reader.decoder.decode(chunk, { stream: true });
      reader.rest = text.slice(-overlap);
      return text;
    });
    // Mostly plain ASCII, which two encodings read alike.
    for (const text of new Set(texts)) yield* shown(text);
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Tags separate cells, and also the letters of a word that is partly bold: so both ways. */
function withoutTags(xml: string): readonly string[] {
  return [' ', ''].map((between) =>
    xml
      .replaceAll(/<[^<>]*>/gu, between)
      .replaceAll(/&(#?\w{2,8});/gu, (whole, name: string) => entities[name] ?? numbered(name) ?? whole),
  );
}

function numbered(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/iu.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
