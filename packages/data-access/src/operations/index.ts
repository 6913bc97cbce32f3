import { createListItems } from './create-list-items.ts';
import { downloadFile } from './download-file.ts';
import { importRecords } from './import.ts';
import type { OperationTable } from '../operation.ts';
import { getIssue, getRoles, getUser, importStatus } from './reads.ts';
import { saveUsers } from './save-users.ts';
import { getDocuments, getInterestAccounts, getIssues, getResponses, getUsers } from './searches.ts';

export const operations: OperationTable = {
  /** Authentication has already checked the token. */
  checkCredentials: { run: async () => ({}) },
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
