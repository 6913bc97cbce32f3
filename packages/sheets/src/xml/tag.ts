import { unescapeXml } from './entities.ts';

const attribute = /\s(?:([^\s"'=<>/:]+):)?([^\s"'=<>/:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

/** The attributes of a tag, by their names without prefix; `raw` is the text between `<` and `>`. */
export function attributesOf(raw: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, prefix, name = '', double, single = ''] of raw.matchAll(attribute)) {
    if (prefix !== undefined && (prefix === 'xmlns' || found.has(name))) continue;
    found.set(name, unescapeXml(double ?? single));
  }
  return found;
}

/** Whether a text is true in XML Schema. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
