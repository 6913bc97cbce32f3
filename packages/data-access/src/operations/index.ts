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
import type { OperationTable } from './operation.ts';
import { saveUsers } from './save-users.ts';

export const operations: OperationTable = {
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
};
