import type { OperationName } from '@sluice/contract';
import { bodySchema, recordSchema, type Schema } from './schema.ts';

/** Records of the tested site that make the bases valid. */
export interface Known {
  readonly userId: string;
  readonly issueId: string;
  readonly roleId: string;
  readonly listName: string;
  readonly importId: string;
  readonly key: string;
  readonly templateId: string;
}

export interface Base {
  readonly operation: OperationName;
  readonly body: Readonly<Record<string, unknown>>;
  readonly schema: Schema;
}

const paging = {
  limit: 10,
  sort: 'newest',
  updatedAfter: '2001-01-01T00:00:00.000Z',
  updatedBefore: 4_102_444_800_000,
};
const common = { apiVersion: '1', endpointId: 'endpoint' };

const person = {
  ...{ name: 'Ada', email: 'ada@example.org', username: 'ada', timezone: 'Europe/Berlin', langCode: 'en' },
  ...{ homePhone: '1', cellPhone: '2', workPhone: '3', isSuspended: false },
  ...{ lastContactDate: '2026-01-31', firstContactDate: '2026-01-31T09:30:00Z' },
};
const email = 'a@example.org';

const bodies = ({
  userId,
  issueId,
  roleId,
  importId,
  templateId,
  key,
  listName,
}: Known): [OperationName, object][] => [
  ['checkCredentials', {}],
  ['getRoles', {}],
  ['getUser', { id: userId, fields: ['id', 'name'] }],
  ['getIssue', { id: issueId, fields: ['id', 'title'] }],
  ['importStatus', { importId }],
  ['getResponses', { ...paging, templateId }],
  ['getUsers', { ...paging, fields: ['id'], userType: 'client', q: 'a' }],
  ['getIssues', { ...paging, fields: ['id'], open: true, q: 'a', requesterIds: [userId] }],
  ['getInterestAccounts', { ...paging, fields: ['id'], ownerNumber: '7', email }],
  [
    'getDocuments',
    {
      ...{ ...paging, fields: ['id'], creatorIds: [userId], userIds: [userId], taskId: 'task', issueId },
      interestAccountIds: ['account'],
    },
  ],
  ['downloadFile', { key }],
  ['createListItems', { listId: listName, items: [{ title: 'Dover', code: 'D' }] }],
  [
    'saveUsers',
    { users: [{ name: 'Bo' }, { id: userId, ...person, userType: 'client', roleIds: [roleId] }] },
  ],
  [
    'import',
    {
      ...{ dryRun: true, wait: false, filename: 'clients.csv' },
      ...{ successNotificationEmails: [email], failureNotificationEmails: [email] },
      recordSets: [
        {
          ...{ schema: 'client', lookup: 'email' },
          records: [{ email, name: 'Ada' }],
          expects: [{ updatedDate: '2026-01-31T09:30:00.000Z', otherwise: 'skip' }],
        },
      ],
      asInDryRun: importId,
    },
  ],
];

const deleted = false;

/** A record of each schema with every field that it may hold. */
const records = ({ userId, roleId, listName }: Known): [string, string, object][] => [
  ['client', 'username', { ...person, deleted, userType: 'client', roleIds: [roleId] }],
  ['professional', 'name', { ...person, name: 'Pro', deleted, userType: 'professional', roleIds: [roleId] }],
  ['client', 'id', { id: userId, name: 'Ada' }],
  ['list', 'name', { name: 'Counties', deleted }],
  ['role', 'name', { name: 'Land', deleted }],
  [
    'interestAccount',
    'ownerNumber',
    {
      ...{ name: 'Ada', ownerNumber: '7', email, phone: '1', paymentType: 'check', address: 'Mill Road 1' },
      deleted,
    },
  ],
  [
    'issue',
    'identifier',
    {
      ...{ identifier: 'I-1', title: 'A leak', open: true, openedDate: '2026-01-31', dueDate: '2026-01-31' },
      ...{ closedDate: null, requesterId: userId, ownerNumbers: [], deleted },
    },
  ],
  [`ListItem.${listName}`, 'title', { title: 'Dover', code: 'D', deleted }],
];

export function bases(known: Known): Base[] {
  const plain = bodies(known).map(([operation, body]): Base => ({
    operation,
    body: { ...common, ...body },
    schema: bodySchema(operation),
  }));
  const imports = records(known).map(([schema, lookup, record]): Base => ({
    operation: 'import',
    body: { dryRun: true, recordSets: [{ schema, lookup, records: [record] }] },
    schema: withRecord(schema, lookup),
  }));
  return [...plain, ...imports];
}

function withRecord(name: string, lookup: string): Schema {
  const set: Schema = {
    type: 'object',
    properties: { records: { type: 'array', minItems: 1, items: recordSchema(name, lookup) } },
  };
  const { properties, ...rest } = bodySchema('import');
  return { ...rest, properties: { ...properties, recordSets: { type: 'array', items: set } } };
}
