import type { Templates } from './templates.ts';

/**
 * A template's value with something plausible in the place of each reference: `<LogicalId.Arn>` for an attribute,
 * `<LogicalId>` for a name, a URL where AWS gives one.
 */
export function resolved(value: unknown, { resources, exports }: Templates): unknown {
  const urls = new Set(resources.filter(({ type }) => type === 'AWS::SQS::Queue').map(({ id }) => id));
  const one = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(one);
    if (typeof item !== 'object' || item === null) return item;
    const entries = Object.entries(item);
    const [name, argument] = entries[0] ?? [];
    if (name === 'Ref')
      return urls.has(String(argument)) ? `https://sqs.example/${argument}` : `<${argument}>`;
    if (name === 'Fn::GetAtt' && Array.isArray(argument)) return attribute(argument.map(String));
    if (name === 'Fn::ImportValue') return one(exports.get(String(argument)));
    if (name === 'Fn::Join' && Array.isArray(argument)) return joined(argument, one);
    return Object.fromEntries(entries.map(([key, inner]) => [key, one(inner)]));
  };
  return one(value);
}

function attribute([id, name]: readonly string[]): string {
  return name === 'ApiEndpoint' ? `https://${id?.toLowerCase()}.example` : `<${id}.${name}>`;
}

function joined([separator, parts]: readonly unknown[], one: (item: unknown) => unknown): string {
  return Array.isArray(parts) ? parts.map(one).join(String(separator)) : '';
}
