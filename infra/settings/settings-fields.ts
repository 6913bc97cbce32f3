import * as z from 'zod';

/** What a setting expects, and an example of it. */
type Expectation = readonly [what: string, example: string];

/** `expected 5 or more, such as 8; got 1` */
const expectation = ([what, example]: Expectation) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    `expected ${what}, such as ${example}; got ${input === undefined ? 'nothing' : JSON.stringify(input)}`,
});

export const textLike = (pattern: RegExp, ...expected: Expectation) =>
  z.string(expectation(expected)).regex(pattern, expectation(expected));

export const wholeNumber = (from: number, to: number, what: string) => {
  const expected = expectation([`${what}, a whole number from ${from} to ${to}`, String(from)]);
  return z.int(expected).min(from, expected).max(to, expected);
};

export const yesOrNo = z.boolean(expectation(['true or false', 'true']));

export const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  z.enum(names, expectation([`one of ${names.join(', ')}`, `'${names[0]}'`]));

/** Members by their names, and no others. */
export const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `no such setting: ${issue.keys.join(', ')}; expected one of ${Object.keys(shape).join(', ')}`
        : `expected an object with ${Object.keys(shape).join(', ')}`,
  });

export const list = <Item extends z.ZodType>(item: Item, what: string) =>
  z.array(item, { error: `expected a list of ${what}` }).readonly();

export const email = textLike(/^[^\s@,]+@[^\s@,]+$/u, 'an e-mail address', "'imports@example.org'");
export const httpsUrl = textLike(
  /^https:\/\/\S+[^/\s]$/u,
  'an https URL without a slash at its end',
  "'https://records.example.org'",
);
export const bucketName = textLike(
  /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/u,
  'the name of a bucket',
  "'county-drops'",
);
export const keyPrefix = textLike(
  /^(?!\/)/u,
  'the beginning of keys, without a slash in front',
  "'nightly/'",
);
export const tableName = textLike(/^[\w.-]{3,255}$/u, 'the name of a table', "'ledger-restored'");
export const moment = textLike(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/u,
  'a time in UTC',
  "'2026-03-01T09:55:00Z'",
);
export const account = textLike(/^\d{12}$/u, 'an account of twelve digits, in quotes', "'123456789012'");

/** An ARN of a service, and what it names: `arnOf('sns', 'a topic', 'alarms')`. */
export const arnOf = (service: string, what: string, example: string) =>
  textLike(
    new RegExp(`^arn:aws[\\w-]*:${service}:[\\w-]*:(?:\\d{12}|aws)?:\\S+$`, 'u'),
    `the ARN of ${what}`,
    `'arn:aws:${service}:${service === 'iam' ? '' : 'eu-west-1'}:123456789012:${example}'`,
  );
