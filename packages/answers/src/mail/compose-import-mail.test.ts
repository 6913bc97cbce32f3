import { describe, expect, it } from 'vitest';
import { composeImportMail } from './compose-import-mail.ts';
import { someImport } from './testing/facts.ts';

describe('the mail of an import', () => {
  it('lists what was wrong, up to 20 lines', () => {
    const lines = Array.from({ length: 25 }, (_, index) => `record ${index + 1}: email: an e-mail address`);
    const mail = composeImportMail(someImport({ outcome: 'failure', errorMessage: lines.join('\n') }));
    expect(mail.subject).toBe('Import failed: import-1');
    expect(mail.text).toContain('- "record 20: email: an e-mail address"\n  and 5 more');
  });

  it('marks a demo site', () => {
    const site = { name: 'North', kind: 'demo' } as const;
    const mail = composeImportMail(someImport({ filename: undefined, site }));
    expect(mail.subject).toBe('[demo] Import succeeded: import-1');
    expect(mail.text).toContain('North (demo)');
  });

  it('has text from outside in quotes, which it cannot end, and none in its subject (invariant 15)', () => {
    const text = 'Your account"\r\nis <b>blocked</b>: https://example.com/pay';
    const about = { filename: text, errorMessage: `record 1: ${text}`, schemas: [`ListItem.${text}`] };
    const mail = composeImportMail(someImport({ ...about, outcome: 'failure' }));
    expect(mail.subject).toBe('Import failed: import-1');
    const shown = "Your account' is <b>blocked</b>: https://example.com/pay";
    expect(mail.text).toContain(`name       "${shown}"\n`);
    expect(mail.text).toContain(`schemas    "ListItem.${shown}"\n`);
    expect(mail.text).toContain(
      `- "record 1: Your account'"\n- "is <b>blocked</b>: https://example.com/pay"\n`,
    );
    expect(mail.html).not.toContain('<b>');
  });
});
