import { interleaved, simulated, type Mutant } from './mutant.ts';

/** Bugs that the simulation notices, each within so many seeds. */
export const ofSimulation: readonly Mutant[] = [
  {
    name: 'a worker whose intent was refused sends anyway',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: 'moved.moved ? {',
    to: 'moved ? {',
    proof: interleaved(1650),
  },
  {
    name: 'a worker does not read its run again after its intent',
    file: 'packages/flow/src/submit/submit-batch.ts',
    from: '  if (!isSame || !(await maySend(await ledger.run(ref.runId), attempt.submission, services)))',
    to: '  if (!isSame)',
    proof: interleaved(150),
  },
  {
    name: 'a batch is repeated under its key for ever',
    file: 'packages/flow/src/track/repeat.ts',
    from: 'if (key && now.getTime() - firstSent < keyTrustedMs)',
    to: 'if (key || now.getTime() - firstSent < keyTrustedMs)',
    proof: simulated(40),
  },
  {
    name: 'a run writes to a lane that another one has',
    file: 'packages/ledger/src/memory/memory-ledger.ts',
    from: '  if (holder && holder.runId !== run.runId) return holder;\n',
    to: '',
    proof: simulated(40),
  },
  {
    name: 'an undo takes its lane while others write',
    file: 'packages/ledger/src/lane/lanes.ts',
    from: "use === 'undoes' && run.laneSince === undefined)",
    to: "use === 'none' && run.laneSince === undefined)",
    proof: simulated(80),
  },
  {
    name: 'the sweep leaves a run alone that asks nobody',
    file: 'packages/flow/src/sweep/resume-run.ts',
    from: '  if (!due && (await waitsForPerson(run, services))) return false;',
    to: '  if (!due) return false;',
    proof: simulated(40),
  },
  {
    name: 'a stalled batch has no new message',
    file: 'packages/flow/src/track/track-run.ts',
    from: '!(isNew || isStalled(',
    to: '!(isNew && isStalled(',
    proof: simulated(5),
  },
  {
    name: 'a sent notice is not recorded',
    file: 'packages/flow/src/notify/send-notice.ts',
    from: '  await record({ state: outcome.kind, at: now().toISOString(), detail });\n',
    to: '',
    proof: simulated(5),
  },
  {
    name: 'an ended run is tracked no more, though its notice is open',
    file: 'packages/flow/src/track/track-run.ts',
    from: "    if (!isNoticeSettled(run.notice)) return 'report';\n",
    to: '',
    proof: simulated(5),
  },
];
