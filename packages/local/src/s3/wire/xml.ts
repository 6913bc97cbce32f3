import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type { ZodType } from 'zod';
import { S3Error } from './s3-error.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, suppressEmptyNode: false, processEntities: true });
const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, trimValues: false });

/** `undefined` values are left out, arrays become repeated elements. */
export function toXml(root: string, content: object): string {
  const body = builder.build({
    [root]: { '@_xmlns': 'http://s3.amazonaws.com/doc/2006-03-01/', ...content },
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${String(body)}`;
}

/** Every value is a text. An element is an array only when it occurs more than once. */
export function fromXml<T>(text: string, schema: ZodType<T>): T {
  const parsed = schema.safeParse(parseXml(text));
  if (parsed.success) return parsed.data;
  throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate.');
}

function parseXml(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    throw new S3Error('MalformedXML', 'The XML you provided was not well-formed.');
  }
}
