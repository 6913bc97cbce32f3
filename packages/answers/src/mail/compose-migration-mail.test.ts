import { expect, it } from 'vitest';
import { composeMigrationMail } from './compose-migration-mail.ts';
import { someMigration, someStep } from './testing/facts.ts';

it('a mail of a migration writes a name with a line break on one line', () => {
  const step = someStep('Roles', { title: 'Roles\nBcc: eve@example.com' });
  expect(composeMigrationMail(someMigration({ steps: [step] })).text).not.toMatch(/^Bcc:/mu);
});
