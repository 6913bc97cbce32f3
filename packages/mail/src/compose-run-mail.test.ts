import { describe, expect, it } from 'vitest';
import { composeRunMail } from './compose-run-mail.ts';
import { mailedStatuses, type MailedStatus } from './run-facts.ts';
import { someCounts, someRun } from './testing/facts.ts';

const problems = Array.from({ length: 30 }, (_, index) => ({
  row: index + 2,
  expected: 'Email: an e-mail address such as ana@example.com',
}));

describe('the mail of a run', () => {
  it('reports the rows, the result sheet and that nothing is left to do', () => {
    const mail = composeRunMail(someRun());
    expect(mail.subject).toBe('new clients.csv: all 1,000 rows are in (run abcdefgh)');
    expect(mail.text).toBe(`All 1,000 rows of this file are in the records.

Rows:
  read       1,000
  created      600
  updated      390
  unchanged     10

What to do next: nothing. The result sheet names the record of each row.

The run:
  file          new clients.csv
  dropped at    s3://drops/inbox/client/email/new clients.csv
  dropped by    AWS:somebody
  records       client, found by email
  result sheet  s3://files/runs/abcdefgh234567abcdefgh2345/results/new clients.csv
  save it with  npx sluice run abcdefgh234567abcdefgh2345 --result FILE
  run           abcdefgh234567abcdefgh2345
  began         2026-11-20 08:00:00 UTC
  ended         2026-11-20 08:01:30 UTC

Imports in the service:
- import-1
- import-2
`);
  });

  it('shows the proposed profile of a drop that stopped for its columns, and how to take it', () => {
    const proposal = ['"Vorname" + "Nachname" → name (0.90): German', 'Ignored: "Fax", "Notiz"'];
    const reason = 'These columns are no fields of client: "Vorname", "Nachname".';
    const { subject, text } = composeRunMail(
      someRun({ status: 'rejected', counts: someCounts(), reason, proposal, files: {} }),
    );
    expect(subject).toContain('nothing was imported, a profile is proposed');
    expect(text).toContain(`The reason: ${reason}

Proposed profile:
- "Vorname" + "Nachname" → name (0.90): German
- Ignored: "Fax", "Notiz"

What to do next: look through the proposed profile. "npx sluice accept abcdefgh234567abcdefgh2345" saves it and imports the file with it. If it is wrong, fix the problem above and upload the file again.
`);
  });

  it('has a link beside the place of each file, in text and HTML, and until when it opens', () => {
    const file = (name: string) => ({
      place: `s3://files/${name}`,
      link: { url: `https://h.example/files?link=${name}&x`, until: '2026-11-23T08:01:31.000Z' },
    });
    const files = { result: file('sheet'), plan: file('plan'), undoReport: file('report') };
    const { text, html } = composeRunMail(someRun({ files }));
    for (const name of Object.values(files).map(({ place }) => place.slice('s3://files/'.length))) {
      expect(text).toMatch(
        new RegExp(
          `s3://files/${name}\\n(?:.*save it with.*\\n)?.*download it +https://h.example/files\\?link=${name}&x\\n`,
          'u',
        ),
      );
      const url = `https://h.example/files?link=${name}&amp;x`;
      expect(html).toContain(`<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`);
    }
    expect(text).toMatch(/links open +until 2026-11-23 08:01:31 UTC, for whoever has this mail\n/u);
    expect(composeRunMail(someRun({ droppedBy: 'https://evil.example' })).html).not.toContain('<a ');
  });

  it('reports why good rows were not written, and how many calls the run made', () => {
    const { text } = composeRunMail(
      someRun({
        status: 'rejected',
        notAttemptedFor: [{ reason: 'The service refused the batch: too old', rows: 499, firstRow: 3 }],
        calls: { dryRuns: 62, furtherDryRuns: 60, imports: 0 },
      }),
    );
    expect(text).toContain('- 499 rows from row 3 on: The service refused the batch: too old');
    expect(text).toContain('62 dry runs (60 of them to find refused rows), 0 imports');
  });

  it('lists the first 20 refused rows, and how many more there are', () => {
    const { subject, text } = composeRunMail(
      someRun({
        status: 'rejected',
        counts: someCounts({ read: 1000, failed: 500, notAttempted: 500 }),
        problems,
        problemsInAll: 500,
      }),
    );
    expect(subject).toBe('new clients.csv: nothing was imported, 500 rows need correcting (run abcdefgh)');
    expect(text).toContain('- Row 2: Email: an e-mail address such as ana@example.com\n');
    expect(text).toContain('- Row 21: Email');
    expect(text).not.toContain('Row 22');
    expect(text).toContain('and 480 more');
  });

  it('first lists why rows were refused, when many have the same mistake', () => {
    const refusedFor = [
      { reason: 'Email: an e-mail address', rows: 480, firstRow: 2 },
      { reason: 'Phone: a phone number', rows: 1, firstRow: 9 },
    ];
    const { text } = composeRunMail(someRun({ problems, problemsInAll: 500, refusedFor }));
    expect(text).toContain(
      [
        'Why rows were refused:',
        '- 480 rows from row 2 on: Email: an e-mail address',
        '- Row 9: Phone: a phone number',
        '- 19 rows for other reasons',
      ].join('\n'),
    );
    const alone = composeRunMail(someRun({ problems, problemsInAll: 1, refusedFor: refusedFor.slice(1) }));
    expect(alone.text).not.toContain('Why rows were refused');
  });

  it('does not report rows with an unknown outcome as missing', () => {
    const counts = someCounts({ read: 600, created: 100, unknown: 500 });
    const { subject, text } = composeRunMail(someRun({ status: 'cancelled', counts }));
    expect(subject).toBe('new clients.csv: cancelled, 100 of 600 rows are in, 500 unknown (run abcdefgh)');
    expect(text).toContain('are in the records; the outcome of 500 rows is unknown.');
  });

  it('reports why a file could not be read, without an empty table', () => {
    const { subject, text } = composeRunMail(
      someRun({
        status: 'rejected',
        counts: someCounts(),
        reason: 'The file is not text: it begins with the bytes of a ZIP archive.',
        files: {},
        importIds: [],
      }),
    );
    expect(subject).toBe('new clients.csv: nothing was imported, the file could not be read (run abcdefgh)');
    expect(text).toContain('The reason: The file is not text');
    expect(text).not.toContain('Rows:');
    expect(text).not.toContain('Imports in the service');
  });

  it('reports how many rows are in and how many are not', () => {
    const counts = someCounts({ read: 1000, created: 900, landed: 50, failed: 10, notAttempted: 40 });
    const mailFor = (status: MailedStatus) => composeRunMail(someRun({ status, counts }));
    const opening = '950 of the 1,000 rows of this file are in the records; 50 are not.';
    expect(mailFor('partly_succeeded').text).toContain(opening);
    expect(mailFor('failed').subject).toContain('950 of 1,000 rows are in');
    expect(mailFor('cancelled').subject).toContain('cancelled, 950 of 1,000 rows');
  });

  it('does not count a skipped row as in the records, since the row that it equals may not be (invariant 1)', () => {
    const counts = someCounts({ read: 10, created: 5, skipped: 2, failed: 3 });
    const mail = composeRunMail(someRun({ status: 'partly_succeeded', counts }));
    expect(mail.subject).toContain('5 of 10 rows are in');
    expect(mail.text).toContain(
      '5 of the 10 rows of this file are in the records; 3 are not, and 2 were left out as equal to an earlier row.',
    );
    const none = someCounts({ read: 10, skipped: 2, failed: 8 });
    expect(composeRunMail(someRun({ status: 'failed', counts: none })).subject).toContain('0 of 10 rows');
  });

  it('states that dry runs wrote nothing', () => {
    const { text } = composeRunMail(someRun({ status: 'rejected', wereDryRuns: true }));
    expect(text).toContain('Dry runs in the service, which wrote nothing:\n- import-1\n');
    expect(text).not.toContain('Imports in the service');
  });

  it('points to the reason when the rows do not show it', () => {
    const counts = someCounts({ read: 9, notAttempted: 9 });
    const mail = composeRunMail(someRun({ status: 'rejected', counts, reason: 'There is no column Email.' }));
    expect(mail.subject).toContain('nothing was imported, see the reason');
    expect(mail.text).toContain('What to do next: fix the problem above');
  });

  it('asks for a decision on the unknown rows', () => {
    const counts = someCounts({ read: 1000, created: 500, unknown: 500 });
    const mail = composeRunMail(someRun({ status: 'needs_decision', counts }));
    expect(mail.subject).toContain('500 rows need your decision');
    expect(mail.text).toContain('npx sluice run abcdefgh234567abcdefgh2345');
  });

  it('names the earlier run of a duplicate', () => {
    const mail = composeRunMail(
      someRun({ status: 'duplicate', counts: someCounts(), duplicateOf: 'first-run' }),
    );
    expect(mail.text).toContain('by run first-run');
  });

  it('has text, HTML and a subject of one line for every way a run ends', () => {
    for (const status of mailedStatuses) {
      for (const counts of [
        someCounts(),
        someCounts({ read: 1, created: 1 }),
        someCounts({ read: 9, failed: 9 }),
      ]) {
        const { subject, text, html } = composeRunMail(someRun({ status, counts }));
        expect(subject).toMatch(/^new clients\.csv: [a-z0-9][^\n]+ \(run abcdefgh\)$/u);
        expect(text).toContain('What to do next: ');
        expect(html).toContain('What to do next: ');
        expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|\[object/u);
      }
    }
  });

  it('has the same content in HTML', () => {
    const { html } = composeRunMail(someRun({ problems, problemsInAll: 30 }));
    for (const words of ['all 1,000 rows', '390', 'Row 2: Email', 'and 10 more', 'import-2']) {
      expect(html.toLowerCase()).toContain(words.toLowerCase());
    }
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
        problems: [{ row: 2, expected: hostile }],
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
