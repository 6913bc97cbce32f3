import type { OperationName } from '@sluice/contract';
import { bodySchema, recordSchema, type Schema } from './schema.ts';

/** Records of the site that is tried, so that a base is taken. */
export interface Known {
  readonly userId: string;
  readonly issueId: string;
  readonly roleId: string;
  readonly listName: string;
  readonly importId: string;
  readonly key: string;
  readonly templateId: string;
}

/** A request that is taken as it is, and from which wrong ones are made. */
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

const bodies = (known: Known): readonly (readonly [OperationName, object])[] => [
  ['checkCredentials', {}],
  ['getRoles', {}],
  ['getUser', { id: known.userId, fields: ['id', 'name'] }],
  ['getIssue', { id: known.issueId, fields: ['id', 'title'] }],
  ['importStatus', { importId: known.importId }],
  ['getResponses', { ...paging, templateId: known.templateId }],
  ['getUsers', { ...paging, fields: ['id'], userType: 'client', q: 'a' }],
  ['getIssues', { ...paging, fields: ['id'], open: true, q: 'a', requesterIds: [known.userId] }],
  ['getInterestAccounts', { ...paging, fields: ['id'], ownerNumber: '7', email: 'a@example.org' }],
  [
    'getDocuments',
    {
      ...paging,
      fields: ['id'],
      creatorIds: [known.userId],
      userIds: [known.userId],
      taskId: 'task',
      issueId: known.issueId,
      interestAccountIds: ['account'],
    },
  ],
  ['downloadFile', { key: known.key }],
  ['createListItems', { listId: known.listName, items: [{ title: 'Dover', code: 'D' }] }],
  [
    'saveUsers',
    {
      users: [
        { name: 'Bo' },
        {
          id: known.userId,
          name: 'Ada',
          email: 'ada@example.org',
          username: 'ada',
          timezone: 'Europe/Berlin',
          langCode: 'en',
          homePhone: '1',
          cellPhone: '2',
          workPhone: '3',
          userType: 'client',
          isSuspended: false,
          lastContactDate: '2026-01-31',
          firstContactDate: '2026-01-31T09:30:00Z',
          roleIds: [known.roleId],
        },
      ],
    },
  ],
  [
    'import',
    {
      dryRun: true,
      wait: false,
      successNotificationEmails: ['a@example.org'],
      failureNotificationEmails: ['a@example.org'],
      filename: 'clients.csv',
      recordSets: [{ schema: 'client', lookup: 'email', records: [{ email: 'a@example.org', name: 'Ada' }] }],
    },
  ],
];

const person = {
  name: 'Ada',
  email: 'ada@example.org',
  username: 'ada',
  timezone: 'Europe/Berlin',
  langCode: 'en',
  homePhone: '1',
  cellPhone: '2',
  workPhone: '3',
  isSuspended: false,
  lastContactDate: '2026-01-31',
  firstContactDate: '2026-01-31T09:30:00Z',
  deleted: false,
};

/** A record of each schema with every field that it may hold. */
const records = ({ userId, roleId, listName }: Known): readonly (readonly [string, string, object])[] => [
  ['client', 'username', { ...person, userType: 'client', roleIds: [roleId] }],
  ['professional', 'name', { ...person, name: 'Pro', userType: 'professional', roleIds: [roleId] }],
  ['client', 'id', { id: userId, name: 'Ada' }],
  ['list', 'name', { name: 'Counties', deleted: false }],
  ['role', 'name', { name: 'Land', deleted: false }],
  [
    'interestAccount',
    'ownerNumber',
    {
      name: 'Ada',
      ownerNumber: '7',
      email: 'a@example.org',
      phone: '1',
      paymentType: 'check',
      address: 'Mill Road 1',
      deleted: false,
    },
  ],
  [
    'issue',
    'identifier',
    {
      identifier: 'I-1',
      title: 'A leak',
      open: true,
      openedDate: '2026-01-31',
      dueDate: '2026-01-31',
      closedDate: null,
      requesterId: userId,
      ownerNumbers: [],
      deleted: false,
    },
  ],
  [`ListItem.${listName}`, 'title', { title: 'Dover', code: 'D', deleted: false }],
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

/** The body of an import whose records are known down to their fields. */
function withRecord(name: string, lookup: string): Schema {
  const set: Schema = {
    type: 'object',
    properties: { records: { type: 'array', minItems: 1, items: recordSchema(name, lookup) } },
  };
  const { properties, ...rest } = bodySchema('import');
  return { ...rest, properties: { ...properties, recordSets: { type: 'array', items: set } } };
}
