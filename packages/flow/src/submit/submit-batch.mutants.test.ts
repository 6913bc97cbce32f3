import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const submitBatch = 'packages/flow/src/submit/submit-batch.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a worker sends although another one has the batch': {
    file: submitBatch,
    from: '  return moved.moved ? { owner, run, object, submission: moved.now } : undefined;',
    to: '  return { owner, run, object, submission: moved.now };',
  },
  'the bytes of a batch are not compared with what was planned': {
    file: submitBatch,
    from: 'object === undefined || hashOf(object.body) !== submission.sha256',
    to: 'object === undefined',
  },
  'rows of a batch that is given up count as not sent although they were': {
    file: submitBatch,
    from: 'const mayBeWritten = mayHaveLanded(submission);',
    to: 'const mayBeWritten = false;',
  },
  'a refusal with an importId hides what an earlier copy may have written': {
    file: 'packages/flow/src/attempts/next.ts',
    from: 'return mayHaveEarlierCopy(known) ? withEarlierCopy(end) : end;',
    to: 'return end;',
  },
  'a refusal under a forgotten key is taken for the truth about earlier copies': {
    file: 'packages/flow/src/attempts/attempts.ts',
    from: ' < keyTrustedMs',
    to: ' < Infinity',
  },
  'a refusal under a key is taken for the truth about copies that had none': {
    file: 'packages/flow/src/attempts/attempts.ts',
    from: 'sent.every(({ keyed }) => keyed) && ',
    to: 'sent.at(-1)?.keyed === true && ',
  },
  'a worker does not read its run again after its intent': {
    file: submitBatch,
    from: 'await maySend(await ledger.run(ref.runId), attempt.submission, services)',
    to: '{}',
  },
  'a worker that comes second gives up the batch that another sends': {
    file: submitBatch,
    from: "  if (attempt === undefined) return services.budget.giveBack('send', 1);",
    to: "  if (attempt === undefined) return giveUp({ run, submission: planned }, { object, reason: 'late' }, services);",
  },
  'a worker that finds its run cancelled counts its batch as sent': {
    file: submitBatch,
    from: "{ type: 'notSent', at: now().toISOString(), owner, reason });",
    to: "{ type: 'ambiguous', at: now().toISOString(), owner, reason });",
  },
});
