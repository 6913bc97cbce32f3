import type * as z from 'zod';
import { checkCredentials } from './operations/check-credentials.ts';
import { createListItems } from './operations/create-list-items.ts';
import { downloadFile } from './operations/download-file.ts';
import { getDocuments } from './operations/get-documents.ts';
import { getInterestAccounts } from './operations/get-interest-accounts.ts';
import { getIssue } from './operations/get-issue.ts';
import { getIssues } from './operations/get-issues.ts';
import { getResponses } from './operations/get-responses.ts';
import { getRoles } from './operations/get-roles.ts';
import { getUser } from './operations/get-user.ts';
import { getUsers } from './operations/get-users.ts';
import { importStatus } from './operations/import-status.ts';
import { importRecords } from './operations/import.ts';
import type { Operation } from './operations/operation.ts';
import { saveUsers } from './operations/save-users.ts';

/** The table from which server, client and documents derive. Names are as on the wire: `POST {base_url}/<name>`. */
export const operations = {
  checkCredentials,
  createListItems,
  downloadFile,
  getDocuments,
  getInterestAccounts,
  getIssue,
  getIssues,
  getResponses,
  getRoles,
  getUser,
  getUsers,
  import: importRecords,
  importStatus,
  saveUsers,
} satisfies Record<string, Operation>;

type Table = typeof operations;
export type OperationName = keyof Table;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

export const operationNames: readonly OperationName[] = Object.keys(operations).filter(isOperationName);

export type OperationInput<N extends OperationName> = z.input<Table[N]['input']>;
/** What an operation gets: checked, with the defaults filled in. */
export type ParsedInput<N extends OperationName> = z.output<Table[N]['input']>;
/** An answer without `ok` and `meta`. */
export type OperationOutput<N extends OperationName> = z.output<Table[N]['output']>;

export type SearchName = {
  [N in OperationName]: OperationOutput<N> extends { hasMore: boolean; items: unknown[] } ? N : never;
}[OperationName];
export type ItemOf<N extends SearchName> = OperationOutput<N>['items'][number];

const outputs: { readonly [N in OperationName]: { readonly output: z.ZodType<OperationOutput<N>> } } =
  operations;

export function outputSchema<N extends OperationName>(name: N): z.ZodType<OperationOutput<N>> {
  return outputs[name].output;
}

const inputs: { readonly [N in OperationName]: { readonly input: z.ZodType<ParsedInput<N>> } } = operations;

export function inputSchema<N extends OperationName>(name: N): z.ZodType<ParsedInput<N>> {
  return inputs[name].input;
}
