import type { Check } from '../check.ts';
import { dropped, expectRun, expectSent, mailbox, runSchema, saveProfile, seen, undone } from '../runs.ts';
import { ask, expect, NotChecked, peopleAre, peopleWith, reasonIn, until, type Smoke } from '../smoke.ts';

const toDrop = [
  'cloudformation:DescribeStacks',
  's3:PutObject on profiles/* and inbox/* of the drop bucket',
  's3:GetObject on profiles/* of the drop bucket and runs/*/results/* of the files bucket',
  'execute-api:Invoke on GET /runs and GET /runs/* of the history',
  'secretsmanager:GetSecretValue on the secret of the flow',
];
/** Without an at sign, so that the row is refused. */
const refusedRow = (mark: string): string => `nobody.${mark},Smoke Nobody`;

export const drop: Check = {
  name: 'drop',
  limit: 120,
  half: 'flow',
  permissions: toDrop,
  run: async (smoke) => {
    const { mark } = smoke;
    await saveProfile(smoke, mark, { emails: [mailbox('success')] });
    const rows = [`ann.landed.${mark}@example.com,Ann Smoke`, `ben.landed.${mark}@example.com,Ben Smoke`];
    const run = await dropped({ file: 'new.csv', profile: mark, rows }, smoke);
    smoke.done.landed = run.runId;
    expectRun(run, 'succeeded', { read: 2, created: 2 });
    expectSent(run);
    const sheet = await smoke.read('result-new.csv');
    expect(
      sheet.split('"created"').length === 3,
      `Expected a result sheet with two created rows; got ${sheet}`,
    );
    await peopleAre(2, `landed.${mark}`, smoke);
    return '2 rows landed, and SES took the mail';
  },
};

export const refusedDrop: Check = {
  name: 'refused drop',
  limit: 90,
  half: 'flow',
  permissions: toDrop,
  run: async (smoke) => {
    const { mark } = smoke;
    await saveProfile(smoke, mark, { emails: [mailbox('success')] });
    const rows = [`good.refused.${mark}@example.com,Good Smoke`, refusedRow(mark)];
    const run = await dropped({ file: 'refused.csv', profile: mark, rows }, smoke);
    expectRun(run, 'rejected', { read: 2, failed: 1, notAttempted: 1 });
    const sheet = await smoke.read('result-refused.csv');
    expect(/e-mail/iu.test(sheet), `Expected a result sheet with the reason of row 3; got ${sheet}`);
    await peopleAre(0, `refused.${mark}`, smoke);
    return 'nothing was written, and the result sheet names the row';
  },
};

export const approval: Check = {
  name: 'approval',
  limit: 120,
  half: 'flow',
  permissions: [
    ...toDrop,
    'execute-api:Invoke on POST /runs/*/approve and POST /runs/*/cancel of the history',
  ],
  run: async (smoke) => {
    const { mark, sluice, second } = smoke;
    const profile = `${mark}-ask`;
    const emails = [mailbox('success')];
    await saveProfile(smoke, profile, { approval: 'ask', secondPerson: second !== undefined, emails });
    const rows = [`cay.approved.${mark}@example.com,Cay Smoke`];
    const run = await dropped({ file: 'ask.csv', profile, rows }, smoke);
    expectRun(run, 'awaiting_approval', { read: 1, notAttempted: 1 });
    expect(
      (await peopleWith(`approved.${mark}`, sluice)).length === 0,
      `Written without approval: ${seen(run)}`,
    );
    const argv = ['approve', run.runId, '--plan', run.approval?.plan.sha256 ?? ''];
    if (run.approval?.secondPerson === true) {
      if (second === undefined) throw new NotChecked(secondNeeded);
      const { status, stderr } = await sluice(...argv);
      expect(status === 4, `Expected that the dropper may not approve; got ${status}: ${reasonIn(stderr)}`);
    }
    const approved = await ask(second ?? sluice, argv, { schema: runSchema, exits: [0, 3] });
    expectRun(approved, 'succeeded', { created: 1 });
    await peopleAre(1, `approved.${mark}`, smoke);
    return `a run waited, and was written once ${second ? 'a second' : 'a'} person approved it`;
  },
};

const secondNeeded =
  'the stack lets only a second person approve: pass --approver-profile with an AWS profile of somebody else.';

export const bounce: Check = {
  name: 'bounce',
  limit: 150,
  half: 'flow',
  permissions: toDrop,
  run: async (smoke) => {
    const { mark } = smoke;
    const profile = `${mark}-bounce`;
    await saveProfile(smoke, profile, { emails: [mailbox('bounce')] });
    const run = await dropped({ file: 'bounce.csv', profile, rows: [refusedRow(mark)] }, smoke);
    expectSent(run);
    const what = `the history of run ${run.runId} has the bounce of its mail. Expected that the topic of mail events is subscribed by its queue, and that record-mail-event runs.`;
    await until(smoke, { seconds: 100, what }, () => bounceOf(run.runId, smoke));
    return `SES reported it for ${mailbox('bounce')}`;
  },
};

async function bounceOf(runId: string, { sluice }: Smoke): Promise<true | undefined> {
  const { emails } = await ask(sluice, ['run', runId], { schema: runSchema });
  const found = emails?.events.some(
    ({ kind, addresses }) => kind === 'bounce' && addresses.includes(mailbox('bounce')),
  );
  return found === true ? true : undefined;
}

export const undo: Check = {
  name: 'undo',
  limit: 90,
  half: 'flow',
  permissions: ['execute-api:Invoke on POST /runs/*/undo of the history'],
  run: async (smoke) => {
    const { landed } = smoke.done;
    if (landed === undefined) throw new NotChecked('no run landed that could be undone.');
    const run = await undone(landed, smoke.sluice);
    expectRun(run, 'undone', {});
    const { reversed, kept, failed } = run.undo ?? {};
    expect(
      reversed === 2 && kept === 0 && failed === 0,
      `Expected 2 records reversed; run ${landed} has ${JSON.stringify(run.undo)}`,
    );
    await peopleAre(0, `landed.${smoke.mark}`, smoke);
    return 'both records of the drop are gone';
  },
};
