import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const writing = 'packages/data-access/src/lookup-fields/writing.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a worker writes after its registration has ended': {
    file: writing,
    from: 'if (now().getTime() >= until) throw',
    to: 'if (now().getTime() < 0) throw',
  },
  'a writer forgets what it learns when it registers again': {
    file: writing,
    from: '({ use, until } = await register(writer));\n',
    to: '({ until } = await register(writer));\n',
  },
  'a worker writes for as long as others wait for it': {
    file: writing,
    from: 'until: waitedFor - marginMs',
    to: 'until: waitedFor',
  },
  'a worker that has lost a field says that it filled it': {
    file: 'packages/data-access/src/lookup-fields/transitions.ts',
    from: '  if (filling?.holder !== worker) return undefined;\n',
    to: '  if (filling === undefined) return fields;\n',
  },
});
