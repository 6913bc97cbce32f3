import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { answerHeaders, metaSchema } from '../wire/envelope.ts';
import { errorStatus } from '../wire/error-codes.ts';
import { emptyAnswer } from '../fields/derive.ts';
import type { FieldSpec, FieldTable } from '../fields/field-spec.ts';
import { describeField } from '../fields/describe.ts';
import { importableSchemas } from '../records/importable-schemas.ts';
import { limits } from '../wire/limits.ts';
import { operationNames, operations, type OperationName } from '../operations/operations.ts';
import { documentFields } from '../resources/document.ts';
import { interestAccountFields } from '../resources/interest-account.ts';
import { issueFields } from '../resources/issue.ts';
import { responseFields } from '../resources/response.ts';
import { roleFields } from '../resources/role.ts';
import { userFields } from '../resources/user.ts';
import { openApiDocument, type JsonSchema } from './index.ts';

const document = openApiDocument({ serverUrl: 'https://service.example/base' });
const { schemas } = document.components;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', components: { schemas } });

const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);
const accepts = (schema: string, value: unknown): boolean =>
  ajv.validate({ $ref: `document#/components/schemas/${schema}` }, value);
const propertiesOf = (schema: string): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(schemas[schema]?.properties ?? {}).map(([name, part]) => [
      name,
      typeof part === 'object' ? part : {},
    ]),
  );

const resources: Record<string, FieldTable> = {
  User: userFields,
  InterestAccount: interestAccountFields,
  Issue: issueFields,
  Role: roleFields,
  FormResponse: responseFields,
  Document: documentFields,
};
const selected: Partial<Record<OperationName, FieldTable>> = {
  getDocuments: documentFields,
  getInterestAccounts: interestAccountFields,
  getIssue: issueFields,
  getIssues: issueFields,
  getUser: userFields,
  getUsers: userFields,
};

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 to a validator that is not ours', async () => {
    expect(await new Validator().validate(structuredClone({ ...document }))).toEqual({ valid: true });
  });

  test('is the same each time, except the server', () => {
    expect(openApiDocument({ serverUrl: '/' })).toEqual({ ...document, servers: [{ url: '/' }] });
  });

  test('has every operation, as a POST of its own name, and no other', () => {
    expect(Object.keys(document.paths)).toEqual(operationNames.map((name) => `/${name}`));
    for (const name of operationNames) {
      const { post, ...others } = document.paths[`/${name}`]!;
      expect(others).toEqual({});
      expect(post.operationId).toBe(name);
      expect(post.summary).toMatch(/^[A-Z].{8,100}[^.]$/u);
      expect(post.description.includes('write permission')).toBe(operations[name].permission === 'write');
      expect(post.requestBody.content['application/json']).toEqual({
        schema: { $ref: `#/components/schemas/${capital(name)}Input` },
        example: operations[name].example,
      });
    }
  });

  test('redirects only an import that waits and a large file', () => {
    const redirecting = operationNames.map((name) => [
      name,
      Object.keys(document.paths[`/${name}`]!.post.responses).filter((status) => status !== '200'),
    ]);
    expect(redirecting.filter(([, statuses]) => statuses?.length)).toEqual([
      ['downloadFile', ['303']],
      ['import', ['307']],
    ]);
  });

  test('takes the credentials as headers, and names the headers of every answer', () => {
    expect(document.security).toEqual([{ apiKey: [], apiSecret: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      apiSecret: { type: 'apiKey', in: 'header', name: 'X-API-Secret' },
    });
    const meta = { requestId: 'r', duration: 1, rateLimitLimit: 2, rateLimitRemaining: 1 };
    const names = Object.keys(answerHeaders(meta)).toSorted();
    expect(Object.keys(document.components.headers).toSorted()).toEqual(names);
    for (const { post } of Object.values(document.paths)) {
      expect(Object.keys(post.responses['200']!.headers).toSorted()).toEqual(names);
    }
  });
});

describe('an input in it', () => {
  test.each(operationNames)('of %s has every field of the table, with its default, and no other', (name) => {
    const { input } = operations[name];
    const { apiKey, apiSecret, apiVersion, endpointId, ...own } = propertiesOf(`${capital(name)}Input`);
    expect(Object.keys(own)).toEqual(Object.keys(input.shape));
    const common = [apiKey, apiSecret, apiVersion, endpointId].filter((part) => part !== undefined);
    expect(common).toHaveLength(name === 'downloadFile' ? 0 : 4);

    const filled = input.parse(operations[name].example);
    const absent = Object.keys(own).filter((field) => !(field in operations[name].example));
    const defaults = Object.fromEntries(absent.map((field) => [field, own[field]?.default]));
    expect(defaults).toEqual(Object.fromEntries(absent.map((field) => [field, Reflect.get(filled, field)])));
    expect(accepts(`${capital(name)}Input`, operations[name].example)).toBe(true);
    expect(accepts(`${capital(name)}Input`, { ...operations[name].example, surprise: 1 })).toBe(false);
  });

  test.each(Object.entries(selected))('of %s selects by the names of its resource', (name, table) => {
    const { fields } = propertiesOf(`${capital(name)}Input`);
    expect(fields).toMatchObject({ minItems: 1, items: { enum: Object.keys(table) } });
    const asked = Object.keys(table).filter((field) => !table[field]?.onRequest);
    expect(fields?.default).toEqual(asked);
  });

  const user = { name: 'A' };
  const item = { title: 'A' };
  const set = { schema: 'client', lookup: 'email', records: [{}] };
  const many = (count: number, one: unknown) => Array.from({ length: count }, () => one);
  test.each<[OperationName, object, boolean]>([
    ['getUsers', { limit: limits.pageMax }, true],
    ['getUsers', { limit: limits.pageMax + 1 }, false],
    ['getUsers', { limit: 0 }, false],
    ['getUsers', { sort: 'name' }, false],
    ['getUsers', { userType: 'admin' }, false],
    ['getUsers', { fields: [] }, false],
    ['getUsers', { fields: ['secret'] }, false],
    ['getUsers', { q: 'x'.repeat(limits.queryLength) }, true],
    ['getUsers', { q: 'x'.repeat(limits.queryLength + 1) }, false],
    ['getUsers', { cursor: 'x'.repeat(limits.cursorLength + 1) }, false],
    ['getUsers', { updatedAfter: 1_769_851_800_000 }, true],
    ['getUsers', { updatedAfter: 1.5 }, false],
    ['getUsers', { updatedAfter: {} }, false],
    ['getDocuments', { userIds: many(limits.filterValues, 'u') }, true],
    ['getDocuments', { userIds: many(limits.filterValues + 1, 'u') }, false],
    ['getIssues', { open: 'yes' }, false],
    ['getResponses', {}, false],
    ['getUser', { id: '' }, false],
    ['getUser', { id: 'x'.repeat(limits.idLength + 1) }, false],
    ['saveUsers', { users: many(limits.saveUsers, user) }, true],
    ['saveUsers', { users: many(limits.saveUsers + 1, user) }, false],
    ['saveUsers', { users: [] }, false],
    ['saveUsers', { users: [{ name: 'x'.repeat(201) }] }, false],
    ['saveUsers', { users: [{ id: 'u', email: null }] }, true],
    ['saveUsers', { users: [{ ...user, createdDate: '2026-01-01' }] }, false],
    ['createListItems', { listId: 'l', items: many(limits.listItems, item) }, true],
    ['createListItems', { listId: 'l', items: many(limits.listItems + 1, item) }, false],
    ['import', { recordSets: [set] }, true],
    ['import', { recordSets: [{ ...set, records: [] }] }, false],
    ['import', { recordSets: [{ ...set, records: [7] }] }, false],
    ['import', { recordSets: [set], filename: 'x'.repeat(limits.fileNameLength + 1) }, false],
    ['import', { recordSets: [set], successNotificationEmails: many(11, 'a@b.de') }, false],
    ['import', { recordSets: [set], dryRun: 'yes' }, false],
  ])('of %s bounds as the service does: case %#', (name, input, taken) => {
    expect(operations[name].input.safeParse(input).success).toBe(taken);
    expect(accepts(`${capital(name)}Input`, input)).toBe(taken);
  });

  test.each(importableSchemas)(
    'has the records of an import of $name, field by field',
    ({ name, fields }) => {
      const properties = propertiesOf(`Imported${capital(name)}`);
      expect(Object.keys(properties)).toEqual(Object.keys(fields));
      for (const [field, spec] of Object.entries<FieldSpec>(fields)) {
        expect(properties[field]?.description).toBe(describeField(spec));
      }
      const names = (propertiesOf('ImportInput')['recordSets'] ?? {}) as object;
      expect(JSON.stringify(names)).toContain(`#/components/schemas/Imported${capital(name)}"`);
    },
  );
});

describe('an answer in it', () => {
  test.each(Object.entries(resources))('has the records of %s, field by field', (name, table) => {
    const properties = propertiesOf(name);
    expect(Object.keys(properties)).toEqual(Object.keys(table));
    for (const [field, spec] of Object.entries<FieldSpec>(table)) {
      expect(properties[field]?.description).toBe(describeField(spec));
      expect(accepts(name, { [field]: emptyAnswer(spec) })).toBe(true);
      expect(accepts(name, { [field]: spec.type === 'integer' ? 'seven' : 7 })).toBe(false);
    }
    const choices = Object.entries<FieldSpec>(table).filter(([, { values }]) => values);
    for (const [field, { values }] of choices) expect(properties[field]?.enum).toEqual([...values!, null]);
  });

  test.each(operationNames.filter((name) => name !== 'downloadFile'))(
    'of %s is its output in the envelope, or the failure',
    (name) => {
      const answer = propertiesOf(`${capital(name)}Answer`);
      expect(Object.keys(answer)).toEqual(['ok', ...Object.keys(operations[name].output.shape), 'meta']);
      expect(document.paths[`/${name}`]!.post.responses['200']!.content).toEqual({
        'application/json': {
          schema: {
            oneOf: [
              { $ref: `#/components/schemas/${capital(name)}Answer` },
              { $ref: '#/components/schemas/Failure' },
            ],
          },
        },
      });
    },
  );

  test('of downloadFile is bytes, or the failure', () => {
    const { content } = document.paths['/downloadFile']!.post.responses['200']!;
    expect(content).toEqual({
      'application/octet-stream': {},
      'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
    });
  });

  test('has the closed list of error codes and all of meta', () => {
    const { error } = propertiesOf('Failure');
    expect(error).toMatchObject({ properties: { code: { enum: Object.keys(errorStatus) } } });
    expect(Object.keys(propertiesOf('Meta'))).toEqual(Object.keys(metaSchema.shape));
  });

  test('may hold more than is known today', () => {
    const open = (schema: JsonSchema): boolean => schema.additionalProperties === undefined;
    for (const name of [...Object.keys(resources), 'GetUsersAnswer', 'ImportStatus', 'Failure', 'Meta'])
      expect(open(schemas[name]!)).toBe(true);
  });
});
