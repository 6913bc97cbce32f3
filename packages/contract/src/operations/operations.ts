import type * as z from 'zod';
import { checkCredentials } from './check-credentials.ts';
import { createListItems } from './create-list-items.ts';
import { downloadFile } from './download-file.ts';
import { getDocuments } from './get-documents.ts';
import { getInterestAccounts } from './get-interest-accounts.ts';
import { getIssue } from './get-issue.ts';
import { getIssues } from './get-issues.ts';
import { getResponses } from './get-responses.ts';
import { getRoles } from './get-roles.ts';
import { getUser } from './get-user.ts';
import { getUsers } from './get-users.ts';
import { importStatus } from './import-status.ts';
import { importRecords } from './import.ts';
import type { Operation } from './operation.ts';
import { saveUsers } from './save-users.ts';

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
