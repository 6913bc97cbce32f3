import { asksPerson, isEnded, runStatuses } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { asking, endings } from './mailed-endings.ts';

describe.each(runStatuses)('the mail of a run that is %s', (status) => {
  const ending = endings[status];
  it(
    ending ? 'is sent once, with the right words and numbers (invariants 6, 13)' : 'is not sent',
    async () => {
      if (ending === undefined) return expect(isEnded(status) || asksPerson(status)).toBe(false);
      const { world, runId } = await ending.run();
      expect(await world.runOf(runId)).toMatchObject({ status, notice: { state: 'sent' } });
      const about = world.mails.filter(({ subject }) => subject.includes(ending.subject));
      expect(about.map(({ to, tags }) => ({ to, tags }))).toEqual([
        { to: ['team@example.com'], tags: { runId } },
      ]);
      const { subject, text, html } = about[0]!;
      expect(subject).toBe(`<b>R&D<b>.csv: ${ending.subject} (run ${runId.slice(0, 8)})`);
      for (const expected of ending.lines) expect(text).toMatch(expected);
      // No cell, and nothing of a file but its name (invariant 15).
      expect(subject).not.toMatch(/canary/iu);
      expect(html).not.toContain('<b>');
      expect(html).toContain('&lt;b&gt;R&amp;D&lt;b&gt;.csv');
      for (const line of text.split('\n').filter((one) => one !== ''))
        for (const word of line.trim().split(/ {2,}/u))
          expect(html).toContain(escaped(word.replace(/^- |:$/gu, '')));
    },
  );
});

describe('a run that waits for a person', () => {
  it('sends one reminder a day until somebody decides (invariants 12, 13)', async () => {
    const { world, runId } = await asking();
    for (let day = 1; day <= 3; day += 1) {
      world.pass(24 * 3_600_000);
      await world.settle();
      expect(world.mails).toHaveLength(1 + day);
      expect(world.mails.at(-1)?.subject).toContain(`reminder ${day}, 3 rows need your decision`);
      expect(world.mails.at(-1)?.text).toContain('--send-again');
    }
    await world.act(runId, 'decide', { choice: 'notApplied' });
    await world.settle();
    world.pass(48 * 3_600_000);
    await world.settle();
    expect(world.mails).toHaveLength(5);
    expect(world.mails.at(-1)?.subject).toContain('the import failed');
    expect(world.failures).toEqual([]);
  });
});

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
