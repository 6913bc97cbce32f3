import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { limits } from './limits.ts';
import {
  isOperationName,
  operationNames,
  operations,
  outputSchema,
  type OperationName,
} from './operations.ts';
import { parseInput } from './parse-input.ts';

const searches = ['getDocuments', 'getInterestAccounts', 'getIssues', 'getResponses', 'getUsers'] as const;
const least = (name: OperationName) => (name === 'getResponses' ? { templateId: 't1' } : {});

const parse = (name: OperationName, body: unknown): unknown => parseInput(operations[name].input, body);
const refusal = (name: OperationName, body: unknown): string => {
  try {
    parse(name, body);
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request' });
    return ApiError.from(error).message;
  }
  throw new Error('taken');
};

const set = (records: readonly object[]) => ({ schema: 'client', lookup: 'email', records });

describe('the names in `fields`', () => {
  test('count once each, and more of them than the limit are refused with the number', () => {
    expect(parse('getUser', { id: 'u1', fields: ['name', 'id', 'name'] })).toMatchObject({
      fields: ['name', 'id'],
    });
    const names = Array.from({ length: limits.fieldNames + 1 }, () => 'name');
    expect(parse('getUsers', { fields: names.slice(1) })).toMatchObject({ fields: ['name'] });
    expect(refusal('getUsers', { fields: names })).toBe('fields: expected at most 100 entries');
  });

  test('are refused quickly, however many there are', () => {
    for (const name of ['name', 'x'])
      expect(refusal('getUsers', { fields: Array(600_001).fill(name) })).toContain('fields');
  });
});

describe('the table of operations', () => {
  test('has the operations of the interface, of which three need write permission', () => {
    expect(operationNames).toEqual([
      ...[
        'checkCredentials',
        'createListItems',
        'downloadFile',
        'getDocuments',
        'getInterestAccounts',
        'getIssue',
      ],
      ...['getIssues', 'getResponses', 'getRoles', 'getUser', 'getUsers', 'import'],
      ...['importStatus', 'saveUsers'],
    ]);
    expect(operationNames.filter((name) => operations[name].permission === 'write')).toEqual([
      'createListItems',
      'import',
      'saveUsers',
    ]);
    expect(isOperationName('constructor')).toBe(false);
  });

  test.each(searches)('%s pages by 100 up to 1000, newest first', (name) => {
    expect(parse(name, least(name))).toMatchObject({ limit: 100, sort: 'newest' });
    for (const sort of ['oldest', 'newest', 'updated']) {
      expect(parse(name, { ...least(name), sort, limit: 1000 })).toMatchObject({ sort, limit: 1000 });
    }
  });

  test.each(searches)('%s takes times as ISO 8601 or as milliseconds', (name) => {
    const times = { updatedAfter: '2026-01-31T09:30:00.000Z', updatedBefore: 1_769_851_800_001 };
    const parsed = { updatedAfter: 1_769_851_800_000, updatedBefore: 1_769_851_800_001 };
    expect(parse(name, { ...least(name), ...times })).toMatchObject(parsed);
    for (const same of ['2026-01-31T10:30:00+01:00', '2026-01-31T09:30:00Z']) {
      expect(parse(name, { ...least(name), updatedAfter: same })).toMatchObject({
        updatedAfter: parsed.updatedAfter,
      });
    }
    expect(parse(name, { ...least(name), updatedAfter: '2026-01-31' })).toMatchObject({
      updatedAfter: Date.UTC(2026, 0, 31),
    });
    const wrong = [
      ...[
        'yesterday',
        '',
        '1769851800000',
        '2026-01-31T09:30:00',
        '2026-01-31T09:30Z',
        '2026-02-30T00:00:00Z',
      ],
      ...[1.5, 1e17, {}, null],
    ];
    for (const updatedAfter of wrong) {
      expect(refusal(name, { ...least(name), updatedAfter })).toContain('updatedAfter: expected an ISO 8601');
    }
  });
});

describe('import', () => {
  test('is neither a dry run nor waits unless asked', () => {
    expect(parse('import', { recordSets: [] })).toEqual({ dryRun: false, wait: false, recordSets: [] });
  });

  test('takes 10,000 records over all record sets and refuses one more with the number', () => {
    const records = Array.from({ length: limits.importRecords }, () => ({}));
    expect(() => parse('import', { recordSets: [set(records)] })).not.toThrow();
    expect(refusal('import', { recordSets: [set(records), set([{}])] })).toContain('at most 10000 records');
  });

  test('an answer without an importId is not an answer', () => {
    expect(outputSchema('import').safeParse({ importId: null }).success).toBe(false);
    expect(outputSchema('import').safeParse({ importId: 'i1' }).success).toBe(true);
  });
});

describe('saveUsers', () => {
  test('needs a name for a new user, and lets nobody lose theirs', () => {
    const users = [{ email: 'a@b.de' }, { id: 'u1' }, { id: 'u2', name: ' ' }, { id: 'u3', name: null }];
    expect(refusal('saveUsers', { users })).toMatch(/users\[0\].*\n.*users\[2\].*\n.*users\[3\]/u);
    expect(() => parse('saveUsers', { users: [{ id: 'u1' }, { name: 'Zoë', email: null }] })).not.toThrow();
  });

  test('leaves no user without a type', () => {
    const refused = refusal('saveUsers', { users: [{ id: 'u1', userType: null }] });
    expect(refused).toMatch(/^users\[0\]\.userType: .*client, professional/u);
    expect(() => parse('saveUsers', { users: [{ name: 'A', userType: null }] })).not.toThrow();
  });
});

describe('createListItems', () => {
  test('takes an empty code as none, and no empty title', () => {
    expect(parse('createListItems', { listId: 'l', items: [{ title: 'Kent', code: '' }] })).toEqual({
      listId: 'l',
      items: [{ title: 'Kent', code: undefined }],
    });
    expect(refusal('createListItems', { listId: 'l', items: [{ title: ' ' }] })).toContain('items[0].title');
  });
});
