import { unescapeXml } from './entities.ts';

const attribute = /\s(?:([^\s"'=<>/:]+):)?([^\s"'=<>/:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

/**
 * The attributes of a tag; `raw` is the text between `<` and `>`. Those with a prefix belong to other programs, except the `id` of
 * a relationship: one that is there twice is blank, since only the names of the prefixes show which one counts.
 */
export function attributesOf(raw: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, prefix, name = '', double, single = ''] of raw.matchAll(attribute)) {
    const value = unescapeXml(double ?? single);
    if (prefix === undefined && !found.has(name)) found.set(name, value);
    else if (name === 'id' && prefix !== 'xmlns') found.set(name, found.has(name) ? '' : value);
  }
  return found;
}

/** Whether a text is true in XML Schema. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** The same with their prefixes, for formats with several namespaces. */
export function prefixedAttributesOf(raw: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, prefix, name = '', double, single = ''] of raw.matchAll(attribute))
    found.set(prefix === undefined ? name : `${prefix}:${name}`, unescapeXml(double ?? single));
  return found;
}
