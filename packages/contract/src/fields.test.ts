import { expect, test } from 'vitest';
import { expectationOf } from './fields/values.ts';
import type { FieldSpec, FieldTable } from './fields/field-spec.ts';
import { recordSchema } from './fields/derive.ts';
import { notesOf } from './fields/describe.ts';
import { importSchema, importableSchemas } from './importable-schemas.ts';
import { documentFields } from './resources/document.ts';
import { interestAccountFields } from './resources/interest-account.ts';
import { issueFields } from './resources/issue.ts';
import { listItemFields } from './resources/list-item.ts';
import { listFields } from './resources/list.ts';
import { responseFields } from './resources/response.ts';
import { roleFields } from './resources/role.ts';
import { userFields } from './resources/user.ts';

const resources: Record<string, FieldTable> = {
  User: userFields,
  'Interest account': interestAccountFields,
  Issue: issueFields,
  Role: roleFields,
  List: listFields,
  'List item': listItemFields,
  Document: documentFields,
  'Form response': responseFields,
};

function document(): string {
  const tables = Object.entries(resources).flatMap(([title, table]) => [
    `## ${title}`,
    '',
    '| field | is | notes |',
    '|---|---|---|',
    ...Object.entries<FieldSpec>(table).map(
      ([name, spec]) => `| ${name} | ${expectationOf(spec)} | ${notesOf(spec)} |`,
    ),
    '',
  ]);
  const listItems = importSchema('ListItem.<list name>');
  const schemas = [...importableSchemas, ...(listItems ? [listItems] : [])];
  const lookups = schemas.map(
    ({ name, lookups, required }) => `| \`${name}\` | ${lookups.join(', ')} | ${required.join(', ')} |`,
  );
  return [
    '# Fields and lookups',
    '',
    'Generated from the tables in `src/resources`. A test compares the two; `npx vitest run packages/contract -u` writes it',
    'again.',
    '',
    ...tables,
    '## Schemas of an import',
    '',
    'Every record may also hold `deleted: true`, and one of an interest account or issue the fields that its site has added,',
    'by title or id. A record that is looked up by `id` must exist.',
    '',
    '| schema | lookups | a new record holds |',
    '|---|---|---|',
    ...lookups,
    '',
  ].join('\n');
}

test('fields.md matches the tables', async () => {
  await expect(document()).toMatchFileSnapshot('../fields.md');
});

test('a time that another server answers as a number is read as text', () => {
  expect(recordSchema(documentFields).parse({ updatedDate: 1_769_851_800_000 })).toEqual({
    updatedDate: '2026-01-31T09:30:00.000Z',
  });
});
