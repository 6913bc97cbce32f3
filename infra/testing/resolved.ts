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
    if (name === 'Ref' && argument === 'AWS::StackId') return stackId;
    if (name === 'Ref')
      return urls.has(String(argument)) ? `https://sqs.example/${argument}` : `<${argument}>`;
    if (name === 'Fn::Select' && Array.isArray(argument)) return selected(argument.map(one));
    if (name === 'Fn::Split' && Array.isArray(argument)) return String(one(argument[1])).split(argument[0]);
    if (name === 'Fn::GetAtt' && Array.isArray(argument)) return attribute(argument.map(String));
    if (name === 'Fn::ImportValue') return one(exports.get(String(argument)));
    if (name === 'Fn::Join' && Array.isArray(argument)) return joined(argument, one);
    return Object.fromEntries(entries.map(([key, inner]) => [key, one(inner)]));
  };
  return one(value);
}

const stackId =
  'arn:aws:cloudformation:eu-west-1:123456789012:stack/Stack/0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';

function selected([index, list]: readonly unknown[]): unknown {
  return Array.isArray(list) ? (list[Number(index)] as unknown) : undefined;
}

function attribute([id, name]: readonly string[]): string {
  return name === 'ApiEndpoint' ? `https://${id?.toLowerCase()}.example` : `<${id}.${name}>`;
}

function joined([separator, parts]: readonly unknown[], one: (item: unknown) => unknown): string {
  return Array.isArray(parts) ? parts.map(one).join(String(separator)) : '';
}
