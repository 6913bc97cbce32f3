import * as z from 'zod';
import type { Templates } from './templates.ts';

/**
 * A template's value with something plausible in the place of each reference: `<LogicalId.Arn>` for an attribute,
 * `<LogicalId>` for a name, a URL where AWS gives one, an ARN with a qualifier for the version or alias of a function.
 */
export function resolved(value: unknown, { resources, exports }: Templates): unknown {
  const urls = new Set(resources.filter(({ type }) => type === 'AWS::SQS::Queue').map(({ id }) => id));
  const qualified = new Map(
    resources.flatMap(({ id, type, properties }) =>
      type === 'AWS::Lambda::Version' || type === 'AWS::Lambda::Alias'
        ? [[id, `${functionArn}:<${functionOf(properties)}>:${String(properties['Name'] ?? 1)}`]]
        : [],
    ),
  );
  const one = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(one);
    if (typeof item !== 'object' || item === null) return item;
    const entries = Object.entries(item);
    const [name, argument] = entries[0] ?? [];
    if (name === 'Ref' && argument === 'AWS::StackId') return stackId;
    if (name === 'Ref' && qualified.has(String(argument))) return qualified.get(String(argument));
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

/** The logical id of the function of a version or an alias. */
function functionOf({ FunctionName }: Readonly<Record<string, unknown>>): string {
  return z.object({ Ref: z.string() }).parse(FunctionName).Ref;
}

const functionArn = 'arn:aws:lambda:eu-west-1:123456789012:function';
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
