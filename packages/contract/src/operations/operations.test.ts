import { describe, expect, test } from 'vitest';
import { ApiError } from '../wire/api-error.ts';
import { limits } from '../wire/limits.ts';
import { isOperationName, operationNames, operations, type OperationName } from './operations.ts';
import { parseInput } from '../records/parse-input.ts';

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
      ...['checkCredentials', 'createListItems', 'downloadFile', 'getDocuments', 'getInterestAccounts'],
      ...['getIssue', 'getIssues', 'getResponses', 'getRoles', 'getUser', 'getUsers', 'import'],
      ...['importStatus', 'saveUsers'],
    ]);
    expect(operationNames.filter((name) => operations[name].permission === 'write')).toEqual([
      'createListItems',
      'import',
      'saveUsers',
    ]);
    expect(isOperationName('constructor')).toBe(false);
  });
});

describe('saveUsers', () => {
  test('needs a name for a new user, and refuses to clear a name', () => {
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
