import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const own = (file: string) => `packages/data-access/src/lookup-fields/${file}`;
const [writing, transitions] = [own('writing.ts'), own('transitions.ts')];

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
    file: transitions,
    from: '  if (filling?.holder !== worker) return undefined;\n',
    to: '  if (filling === undefined) return fields;\n',
  },
  'a field is filled while writers do not know of it': {
    file: transitions,
    from: 'writer.since < since && writer.until > now',
    to: 'writer.since < 0 && writer.until > now',
  },
  'a field is used when one shard is filled': {
    file: transitions,
    from: 'if (shards.every(({ done }) => done))',
    to: 'if (shards.some(({ done }) => done))',
  },
  'a writer knows of a field that was announced after it registered': {
    file: transitions,
    from: '  const since = fields.version + 1;\n  return next(fields, { writers',
    to: '  const since = fields.version + 3;\n  return next(fields, { writers',
  },
  'a checkpoint is noted before its entries are there': {
    file: own('enter-shard.ts'),
    from: '    await lookups.add(siteId, entries);\n    const last = page.at(-1);\n    if (last) yield last.id;\n',
    to: '    const last = page.at(-1);\n    if (last) yield last.id;\n    await lookups.add(siteId, entries);\n',
  },
  'a shard counts as filled when the time is over': {
    file: own('fill-fields.ts'),
    from: '      shard.done = done === true;\n',
    to: '      shard.done = true;\n',
  },
  'records that are deleted are not filled': {
    file: own('enter-shard.ts'),
    from: 'entriesOf(page, isWanted)',
    to: 'entriesOf(page.filter(({ deleted }) => !deleted), isWanted)',
  },
});
