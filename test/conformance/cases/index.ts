import type { Case } from '../case.ts';
import { accessCases } from './access.ts';
import { expectationCases } from './expectations.ts';
import { importRefusalCases } from './import-refusals.ts';
import { importCases } from './imports.ts';
import { listCases } from './lists.ts';
import { pagingCases } from './paging.ts';
import { recordCases } from './records.ts';
import { userCases } from './users.ts';

/** Every rule of the interface and of the documented choices, by subject. */
export const suites: Readonly<Record<string, readonly Case[]>> = {
  'access, envelope and rates': accessCases,
  users: userCases,
  'issues, accounts, documents, roles, responses': recordCases,
  'pages of the searches': pagingCases,
  'list items': listCases,
  imports: importCases,
  'refused imports': importRefusalCases,
  'what a write expects, an extension': expectationCases,
};
