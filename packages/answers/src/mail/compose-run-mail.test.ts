import { describe, expect, it } from 'vitest';
import { composeRunMail } from './compose-run-mail.ts';
import type { MailedStatus } from './run-facts.ts';
import { someCounts, someRun } from './testing/facts.ts';

describe('the mail of a run', () => {
  it('has the address of each link as its text, and links to nothing else', () => {
    const url = 'https://h.example/files?link=result&x';
    const file = { place: 's3://files/result', link: { url, until: '2026-11-23T08:01:31.000Z' } };
    const { html } = composeRunMail(someRun({ files: { result: file } }));
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
    const { text } = composeRunMail(someRun({ status: 'rejected', problems, problemsInAll: 500 }));
    expect(text).toContain('- Row 11: Reason 10.\n- 490 more rows with other errors: see the result sheet\n');
  });

  it('asks to fix no problem where a person decided that the rows were not written', () => {
    const { text } = composeRunMail(
      someRun({ status: 'failed', counts: someCounts({ read: 2, notAttempted: 2 }) }),
    );
    expect(text).toContain('What to do next: upload the file again. Rows that are already');
  });

  it('does not say that the sheet names records which the service does not name', () => {
    const file = { place: 's3://files/result' };
    const mailOf = (how: 'created' | 'landed') =>
      composeRunMail(someRun({ counts: someCounts({ read: 2, [how]: 2 }), files: { result: file } })).text;
    expect(mailOf('created')).toContain('The result sheet names the record of each row.');
    expect(mailOf('landed')).toContain('The result sheet has the outcome of each row.');
  });

  it('does not report rows with an unknown outcome as missing', () => {
    const counts = someCounts({ read: 600, created: 100, unknown: 500 });
    const { subject, text } = composeRunMail(someRun({ status: 'cancelled', counts }));
    expect(subject).toBe('new clients.csv: cancelled, 100 of 600 rows are in, 500 unknown (run abcdefgh)');
    expect(text).toContain('are in the records. For 500 rows this is unknown.');
  });

  it('reports how many rows are in and how many are not', () => {
    const counts = someCounts({ read: 1000, created: 900, landed: 50, failed: 10, notAttempted: 40 });
    const mailFor = (status: MailedStatus) => composeRunMail(someRun({ status, counts }));
    const opening = '950 of the 1,000 rows of this file are in the records. 50 rows are not.';
    expect(mailFor('partly_succeeded').text).toContain(opening);
    expect(mailFor('failed').subject).toContain('950 of 1,000 rows are in');
    expect(mailFor('cancelled').subject).toContain('cancelled, 950 of 1,000 rows');
  });

  it('does not count a skipped row as in the records, since the row that it equals may not be (invariant 1)', () => {
    const counts = someCounts({ read: 10, created: 5, skipped: 2, failed: 3 });
    const mail = composeRunMail(someRun({ status: 'partly_succeeded', counts }));
    expect(mail.subject).toContain('5 of 10 rows are in');
    expect(mail.text).toContain(
      '5 of the 10 rows of this file are in the records. 3 rows are not. 2 rows were skipped as identical to an earlier row.',
    );
    const none = someCounts({ read: 10, skipped: 2, failed: 8 });
    expect(composeRunMail(someRun({ status: 'failed', counts: none })).subject).toContain('0 of 10 rows');
  });
});

describe('hostile names', () => {
  it('cannot break the subject into headers or change its direction (invariant 15)', () => {
    const fileName = 'a\r\nBcc: evil@example.com\u0000\u2028\u202Efdp.csv';
    const { subject } = composeRunMail(someRun({ fileName }));
    expect(subject).toBe('a Bcc: evil@example.com fdp.csv: all 1,000 rows are in (run abcdefgh)');
  });

  it('are escaped everywhere in HTML', () => {
    const hostile = '<img src=x onerror="alert(1)">\'&amp;';
    const { html } = composeRunMail(
      someRun({
        fileName: hostile,
        place: hostile,
        files: { result: { place: hostile, link: { url: hostile, until: hostile } } },
        droppedBy: hostile,
        schema: hostile,
        reason: hostile,
        importIds: [hostile],
        problems: [{ reason: hostile, rows: 1, firstRows: [2] }],
        problemsInAll: 1,
      }),
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain('onerror="');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;amp;');
  });

  it('cannot add lines to the text', () => {
    const { text } = composeRunMail(someRun({ fileName: 'a\n\nWhat to do next: pay here' }));
    expect(text.match(/^What to do next/gmu)).toHaveLength(1);
  });

  it('are shortened in the subject, with their ends kept', () => {
    const { subject } = composeRunMail(someRun({ fileName: `${'é'.repeat(300)}.csv` }));
    expect(subject).toMatch(/^é+…é+\.csv: /u);
    expect(Array.from(subject).length).toBeLessThan(140);
  });

  it('may be empty', () => {
    expect(composeRunMail(someRun({ fileName: '\u200B\n' })).subject).toMatch(/^A file without a name: /u);
  });
});
