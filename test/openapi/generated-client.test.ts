import { operationNames, operations } from '@sluice/contract';
import { openApiDocument } from '@sluice/contract/openapi';
import openapiTS, { astToString } from 'openapi-typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { complaints } from '../compile.ts';

const document = openApiDocument({ serverUrl: 'https://service.example' });
let generated: string;

beforeAll(async () => {
  const ast = await openapiTS(JSON.stringify(document), { defaultNonNullable: false });
  generated = astToString(ast);
});

const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);
const compile = (use: string) => complaints({ 'generated.ts': generated, 'use.ts': use });

const imports = `
import type { CommonFields, Meta, OperationInput, OperationOutput } from '@sluice/contract';
import type { components, operations } from './generated.ts';
type Schemas = components['schemas'];
type Takes<To, From extends To> = From;
type And<Ours, More> = Ours extends Record<string, never> ? More : Ours & More;
`;

const pairs = operationNames.flatMap((name) => {
  const input = `Schemas['${capital(name)}Input']`;
  const answer = `Schemas['${capital(name)}Answer']`;
  const ours = `OperationInput<'${name}'>`;
  const output = `And<OperationOutput<'${name}'>, { ok: true; meta: Meta }>`;
  return [
    `export type ${name}Call = operations['${name}'];`,
    `export type ${name}Takes = Takes<${input}, ${ours}>;`,
    `export type ${name}Gives = Takes<And<${ours}, Partial<CommonFields>>, ${input}>;`,
    ...('answers' in operations[name]
      ? []
      : [
          `export type ${name}Answers = Takes<${answer}, ${output}>;`,
          `export type ${name}Reads = Takes<OperationOutput<'${name}'>, Omit<${answer}, 'ok' | 'meta'>>;`,
        ]),
  ];
});

const use = `
export function names(answer: operations['getUsers']['responses'][200]['content']['application/json']): string[] {
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.items.map(({ name }) => name ?? '');
}`;

const wrong = ["{ limit: '10' }", "{ sort: 'name' }", "{ fields: ['salary'] }", '{ page: 2 }'];

describe('types that openapi-typescript makes of the document', () => {
  test('are compatible with our inputs and answers in both directions, and distinguish success and failure', () => {
    expect(compile([imports, ...pairs, use].join('\n'))).toEqual([]);
  });

  test('refuse a wrong input', () => {
    const lines = wrong.map((input, n) => `export const input${n}: Schemas['GetUsersInput'] = ${input};`);
    const refused = compile([imports, ...lines].join('\n'));
    for (const line of lines) expect(refused).toContainEqual(expect.stringContaining(line));
    expect(refused).toHaveLength(lines.length);
  });
});
