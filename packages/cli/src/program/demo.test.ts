import {
  checkAllLanded,
  checkNothingWritten,
  playDrop,
  sceneText,
  type DropScene,
} from '@sluice/demo/scenes';
import { join } from 'node:path';
import picocolors from 'picocolors';
import { beforeEach, describe, expect, it } from 'vitest';
import { testServices } from '../testing/captured.ts';
import { stageOf } from './demo.ts';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { aRun } from '../testing/run-builder.ts';
import { createVoice } from '../io/voice.ts';

const result =
  '\uFEFFName,E-mail,Status,Reason,Record id\r\nAda,ada@example.com,created,,u1\r\nBo,bo,failed,email: an address,\r\n';
const email = {
  from: 'sluice@example.com',
  destination: { to: ['ops@example.com'] },
  subject: 'new.csv: 1 of 2 rows are in',
  body: { text: 'One row to look at.\n' },
};

describe('a scene of the demo', () => {
  const system = fakeSystem();
  beforeEach(async () => {
    await system.write('new.csv', 'Name,E-mail\r\nAda,ada@example.com\r\nBo,bo\r\n');
    system.objects.set('files/runs/abc/results/new clients.csv', Buffer.from(result));
  });

  const stage = () =>
    stageOf({
      out: () => undefined,
      paint: picocolors.createColors(false),
      program: 'npx sluice',
      width: Number.POSITIVE_INFINITY,
      services: testServices({ cwd: system.cwd }, createVoice({ write: () => true })),
    });
  const play = (run = aRun({ counts: { read: 2, created: 1, failed: 1 } })): Promise<DropScene> => {
    let looks = 0;
    system.answer = ({ path }) => {
      if (path !== '/mail/store') return json(run);
      looks += 1;
      return json({ emails: looks > 2 ? [email] : [] });
    };
    return playDrop(
      {
        file: 'new.csv',
        resultFile: join(system.cwd, 'new.result.csv'),
        system: { mailUrl: `${system.origin}/mail`, localJson: '.sluice/local.json' },
      },
      stage(),
    );
  };

  it('waits for the mail that comes after the drop, and saves the result sheet byte for byte', async () => {
    const scene = await play();
    expect(scene.mail).toStrictEqual({
      from: 'sluice@example.com',
      to: ['ops@example.com'],
      subject: email.subject,
      text: email.body.text,
    });
    expect(await system.read('new.result.csv')).toBe(result);
  });

  it('shows counts, wrong rows, result sheet, mail and importIds', async () => {
    const text = sceneText(await play(), stage()).join('\n');
    expect(text).toContain('2 read: 1 created, 1 failed');
    expect(text).toContain('Row 3: email: an address');
    expect(text).toContain('  Name,E-mail,Status,Reason,Record id\n  Ada,ada@example.com,created,,u1\n');
    expect(text).toContain('  To:       ops@example.com\n');
    expect(text).toContain('  One row to look at.');
    expect(text).toContain('batch 1  real  succeeded  imp-2');
  });

  it('fails the demo when not every row landed', async () => {
    const scene = await play();
    expect(() => checkAllLanded(scene)).toThrow('got: succeeded, 2 read: 1 created, 1 failed');
  });

  it('fails the demo when a row of the sheet with mistakes was written', async () => {
    const scene = await play(
      aRun({ status: 'partly_succeeded', counts: { read: 6, created: 1, failed: 5 } }),
    );
    expect(() => checkNothingWritten(scene)).toThrow('Expected nothing written and 5 rows named');
  });
});
