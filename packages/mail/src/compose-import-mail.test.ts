import { describe, expect, it } from 'vitest';
import { composeImportMail } from './compose-import-mail.ts';
import { someImport } from './testing/facts.ts';

describe('the mail of an import', () => {
  it('reports success and the counts', () => {
    const mail = composeImportMail(someImport());
    expect(mail.subject).toBe('Import succeeded: new clients');
    expect(mail.text).toBe(`Every record was imported.

Records:
  created  3
  updated  2

Import:
  name       new clients
  importId   import-1
  site       North
  schemas    client
  requested  2026-11-20 08:00:00 UTC
  ran        2026-11-20 08:00:05 UTC
`);
  });

  it('lists what was wrong, up to 20 lines', () => {
    const lines = Array.from({ length: 25 }, (_, index) => `record ${index + 1}: email: an e-mail address`);
    const mail = composeImportMail(someImport({ outcome: 'failure', errorMessage: lines.join('\n') }));
    expect(mail.subject).toBe('Import failed: new clients');
    expect(mail.text).toContain('- record 20: email: an e-mail address\n  and 5 more');
  });

  it('states that a dry run wrote nothing', () => {
    const mail = composeImportMail(someImport({ dryRun: true }));
    expect(mail.subject).toBe('Dry run succeeded: new clients');
    expect(mail.text).toContain('nothing was written');
    const failed = composeImportMail(someImport({ dryRun: true, outcome: 'failure' }));
    expect(failed.text).toContain('nothing was written');
  });

  it('marks a demo site, and uses the id of an import without a name', () => {
    const site = { name: 'North', kind: 'demo' } as const;
    const mail = composeImportMail(someImport({ filename: undefined, site }));
    expect(mail.subject).toBe('[demo] Import succeeded: import-1');
    expect(mail.text).toContain('North (demo)');
  });

  it('escapes the name, and keeps the subject on one line (invariant 15)', () => {
    const mail = composeImportMail(someImport({ filename: '<b>x</b>\r\nBcc: a@example.com' }));
    expect(mail.subject).toBe('Import succeeded: <b>x</b> Bcc: a@example.com');
    expect(mail.html).not.toContain('<b>');
  });
});
