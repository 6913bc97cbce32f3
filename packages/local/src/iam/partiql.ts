import * as z from 'zod';
import { remembering } from '../base/remember.ts';
import { valuesSchema, type Item } from './item-requests.ts';

export const statementSchema = z.object({
  Statement: z.string(),
  Parameters: valuesSchema.default([]),
});
export type Statement = z.infer<typeof statementSchema>;

/** What the text of a statement says. */
interface Parsed {
  /** In capitals, such as `INSERT`. */
  readonly verb: string;
  readonly table: string;
  readonly index: string | undefined;
  /** The attribute with which each `?` is compared, or to which it is set: `"pk" = ?`, or `'pk': ?` in an insert. */
  readonly attributes: readonly (string | undefined)[];
}

/**
 * Few texts are sent over and over, each with its parameters.
 * @throws an Error if the text is none that Sluice sends
 */
export const parsed = remembering(parse);

function parse(text: string): Parsed {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase();
  const [, table, index] = /\b(?:INTO|UPDATE|FROM)\s+"([^"]+)"(?:\."([^"]+)")?/i.exec(text) ?? [];
  if (verb === undefined || table === undefined)
    throw new Error(`This statement is not understood here: ${text}`);
  const parameters = text.matchAll(/(?:(?:"([^"]{1,255})"|'([^']{1,255})'|\b(\w{1,255}))\s*[:=]\s*)?\?/g);
  const attributes = Array.from(parameters, ([, double, single, bare]) => double ?? single ?? bare);
  return { verb, table, index, attributes };
}

/** The parameter with which a statement compares an attribute, or to which it sets it. */
export function parameterFor(name: string, { Statement, Parameters }: Statement): Item[string] | undefined {
  return Parameters[parsed(Statement).attributes.indexOf(name)];
}
