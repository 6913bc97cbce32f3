import { xmlDecoder } from '../xml/decode-text.ts';
import { XmlScanner, type XmlHandler } from '../xml/scan.ts';
import type { Archive } from '../zip/archive.ts';

const none = Buffer.alloc(0);

/** Passes an XML part to the handler, piece by piece, and waits while the handler is paused. */
export async function* scanPart(
  archive: Archive,
  name: string,
  handler: XmlHandler,
): AsyncGenerator<void, void, void> {
  const decode = xmlDecoder(name);
  const scanner = new XmlScanner(handler, name);
  for await (const bytes of archive.read(name)) {
    scanner.push(decode(bytes, false));
    while (!scanner.scan(false)) yield;
    yield;
  }
  scanner.push(decode(none, true));
  while (!scanner.scan(true)) yield;
}

/** Passes a whole part to the handler. */
export async function readPart(archive: Archive, name: string, handler: Partial<XmlHandler>): Promise<void> {
  const whole: XmlHandler = {
    open: (tag, raw) => handler.open?.(tag, raw),
    close: (tag) => handler.close?.(tag),
    foreign: () => handler.foreign?.(),
    text: (piece) => handler.text?.(piece),
    // The handler may have paused again.
    get wantsText() {
      return handler.wantsText ?? false;
    },
    paused: false,
    families: handler.families,
  };
  for await (const _ of scanPart(archive, name, whole));
}
