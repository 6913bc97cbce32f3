import { describe, expect, it } from 'vitest';
import { composeRunMail } from './compose-run-mail.ts';
import { someRun } from './testing/facts.ts';

const refused = { problems: [], problemsInAll: 0, notAttemptedFor: [], unknownFor: [] };
const named = (name: string) => someRun({ key: `inbox/client/email/${name}` });

describe('the mail of a run', () => {
  it('has the address of each link as its text, and links to nothing else', () => {
    const url = 'https://h.example/files?link=result&x';
    const file = { place: 's3://files/result', link: { url, until: '2026-11-23T08:01:31.000Z' } };
    const { html } = composeRunMail(someRun({}, { files: { result: file } }));
    const shown = url.replace('&', '&amp;');
    expect(html).toContain(`<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>`);
    expect(composeRunMail(someRun({ droppedBy: 'https://evil.example' })).html).not.toContain('<a ');
  });

  it('has the first ten reasons, and how many rows have another one', () => {
    const problems = Array.from({ length: 30 }, (_, at) => ({
      reason: `Reason ${at + 1}.`,
      rows: 1,
      firstRows: [at + 2],
    }));
    const { text } = composeRunMail(
      someRun({ status: 'rejected' }, { reasons: { ...refused, problems, problemsInAll: 500 } }),
    );
    expect(text).toContain('- Row 11: Reason 10.\n- 490 more rows with other errors: see the result sheet\n');
  });

  it('asks to fix no problem where a person decided that the rows were not written', () => {
    const { text } = composeRunMail(someRun({ status: 'failed', counts: { read: 2, notAttempted: 2 } }));
    expect(text).toContain('What to do next: upload the file again. Rows that are already');
  });

  it('does not say that the sheet names records which the service does not name', () => {
    const { text } = composeRunMail(someRun({ counts: { read: 2, landed: 2 } }));
    expect(text).toContain('The result sheet has the outcome of each row.');
  });
});

describe('hostile names', () => {
  it('cannot break the subject into headers or change its direction (invariant 15)', () => {
    const { subject } = composeRunMail(named('a\r\nBcc: evil@example.com\u0000\u2028\u202Efdp.csv'));
    expect(subject).toBe('a Bcc: evil@example.com fdp.csv: all 1,000 rows are in (run abcdefgh)');
  });

  it('are escaped everywhere in HTML', () => {
    const hostile = '<img src=x onerror="alert(1)">\'&amp;';
    const { html } = composeRunMail(
      someRun(
        { key: hostile, droppedBy: hostile, schema: hostile, reason: hostile },
        {
          files: { result: { place: hostile, link: { url: hostile, until: hostile } } },
          imports: { ids: [hostile], wereDryRuns: false },
          reasons: {
            ...refused,
            problems: [{ reason: hostile, rows: 1, firstRows: [2] }],
            problemsInAll: 1,
          },
        },
      ),
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain('onerror="');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;amp;');
  });

  it('cannot add lines to the text', () => {
    const { text } = composeRunMail(named('a\n\nWhat to do next: pay here'));
    expect(text.match(/^What to do next/gmu)).toHaveLength(1);
  });

  it('are shortened in the subject, with their ends kept', () => {
    const { subject } = composeRunMail(named(`${'é'.repeat(300)}.csv`));
    expect(subject).toMatch(/^é+…é+\.csv: /u);
    expect(Array.from(subject).length).toBeLessThan(140);
  });

  it('may be empty', () => {
    expect(composeRunMail(named('\u200B\n')).subject).toMatch(/^A file without a name: /u);
  });
});
