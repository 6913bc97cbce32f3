import { importMail } from './import-mail.ts';
import { migration, migrationMail } from './migration.ts';
import { plan } from './plan.ts';
import { run } from './run.ts';
import { runMail } from './run-mail.ts';

/** Every sentence of an answer, in English. Another language is another table of this type. */
export const english = { run, runMail, migration, migrationMail, importMail, plan };
export type Messages = typeof english;
