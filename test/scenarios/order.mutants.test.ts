import { mutantsOf, tested } from '../mutants/mutant.ts';

const turn = 'packages/ledger/src/lane/turn.ts';
const lanes = 'packages/ledger/src/run/lanes.ts';

export const mutants = mutantsOf(import.meta.url, {
  'files are ordered by our clock': {
    file: 'packages/ledger/src/run/arrival.ts',
    from: '  arrivedAt ?? startedAt;',
    to: '  arrivedAt === undefined ? startedAt : startedAt;',
  },
  'sequencers of different keys are compared': {
    file: lanes,
    from: "  return [at, key, paddedSequencer(run.sequencer), run.runId].join('#');",
    to: "  return [paddedSequencer(run.sequencer), at, key, run.runId].join('#');",
  },
  'whether a newer version has landed is not asked when the lane is taken': {
    file: turn,
    from: 'if (newest !== undefined && (await',
    to: "if (newest !== undefined && run.status === 'reading' && (await",
  },
  'nobody waits for a file that is being read': {
    file: turn,
    from: '    if (at < until) return',
    to: '    if (at > until) return',
    proof: tested('test/scenarios/older-version-wins.test.ts'),
  },
  'other folders wait too for a file that is being read': {
    file: turn,
    from: "    if (blockedBy === undefined) return { kind: 'blocked'",
    to: "    if (blockedBy !== '') return { kind: 'blocked'",
  },
  'who was told of another run never learns of the file that is being read': {
    file: turn,
    from: 'run.blockedBy !== blockedBy) learn.push(run);',
    to: 'run.blockedBy === blockedBy) learn.push(run);',
  },
  'a file whose event comes late does not ask': {
    file: turn,
    from: 'latest.key !== run.key && byArrival(latest, run) > 0',
    to: 'latest.key !== run.key && byArrival(latest, run) === 0',
  },
  'an older version does not wait for a newer one that asks for approval': {
    file: turn,
    from: '  if (newer !== undefined) return',
    to: "  if (newer === '') return",
  },
  'an older version that waits for a newer one blocks others': {
    file: lanes,
    from: 'isAside ? asideOf(run.blockedBy) : waitingIn(run.lane)',
    to: 'waitingIn(isAside ? run.lane : run.lane)',
  },
  'a run that waits keeps its execution': {
    file: 'packages/flow/src/track/track-run.ts',
    from: 'awaits: seconds !== undefined };',
    to: 'awaits: true };',
  },
});
