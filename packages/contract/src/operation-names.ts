/** The 14 operations, named as on the wire: `POST {base_url}/<name>`. */
export const operationNames = [
  'checkCredentials',
  'createListItems',
  'downloadFile',
  'getDocuments',
  'getInterestAccounts',
  'getIssue',
  'getIssues',
  'getResponses',
  'getRoles',
  'getUser',
  'getUsers',
  'import',
  'importStatus',
  'saveUsers',
] as const;

export type OperationName = (typeof operationNames)[number];

const names: ReadonlySet<string> = new Set(operationNames);

export function isOperationName(name: string): name is OperationName {
  return names.has(name);
}
