import { mutantsOf, ofService } from '@sluice/test/mutants/mutant.ts';

const inImport = (file: string) => `packages/data-access/src/import/${file}`;
const applySteps = inImport('apply-steps.ts');
const transitions = 'packages/data-access/src/lookup-fields/transitions.ts';
const lookup = 'packages/data-access/src/records/lookup.ts';

/** What an import, an undo or a call of the service does wrong only while others are at work. */
export const mutants = mutantsOf(import.meta.url, {
  'the item of an import is saved, whoever has taken it since': {
    file: 'packages/data-access/src/lease/lease.ts',
    from: 'if (stored?.owner !== owner || stored.version === current.version) throw takenOver(item);',
    to: 'if (stored === undefined || stored.version === current.version) throw takenOver(item);',
    proof: ofService(100),
  },
  'a plan is stored over that of another attempt': {
    file: inImport('documents.ts'),
    from: '`${imagesFolder(ref)}/${ref.by}/plan.json`',
    to: '`${imagesFolder(ref)}/plan.json`',
    proof: ofService(1000),
  },
  'steps that were planned again are not named before they are made': {
    file: inImport('steps-beside-plan.ts'),
    from: '    await held.save({ again: withOneMore(again, by), ...known });\n',
    to: '',
    proof: ofService(60),
  },
  'nothing is changed because an earlier step was to change it': {
    file: applySteps,
    from: "action === 'unchanged' && !first;",
    to: "action === 'unchanged' && !first && first;",
    proof: ofService(500),
  },
  'a statement of a batch that failed counts as written': {
    file: applySteps,
    from: "        outcome === 'written' ? [] : [{ ...step, id: write.record.id }],",
    to: '        outcome === undefined ? [{ ...step, id: write.record.id }] : [],',
    proof: ofService(60),
  },
  'a slow clock sets the date of update back': {
    file: 'packages/data-access/src/records/fields.ts',
    from: 'updatedDate: date > record.updatedDate ? date : justAfter(record.updatedDate),',
    to: 'updatedDate: date,',
    proof: ofService(250),
  },
  'the change set of another attempt is sent': {
    file: inImport('publish-changes.ts'),
    from: '`import-${importId}-${at}-${by}`',
    to: '`import-${importId}`',
    proof: ofService(60),
  },
  'an undo takes back what somebody wrote later': {
    file: 'packages/data-access/src/undo/undo-records.ts',
    from: "  if (number === undefined) return { kind: 'foreign' };\n",
    to: '  if (number === undefined) number = touched.number;\n',
    proof: ofService(60),
  },
  'a claim on a key ends after a minute': {
    file: inImport('start-import.ts'),
    from: 'limits.idempotencyHours * 3600',
    to: '60',
    proof: ofService(60),
  },
  'users are saved one by one': {
    file: 'packages/data-access/src/operations/together.ts',
    from: "(await records.writeTogether(siteId, writes, { present: required, held })) === 'written'",
    to: "(await records.write(siteId, writes)).includes('written')",
    proof: ofService(1000),
  },
  'an erase removes what leads to a live record': {
    file: 'packages/data-access/src/control/erase/erase-deleted.ts',
    from: '(found[at] ?? []).filter((id) => erased.has(id)).map(',
    to: '(found[at] ?? []).map(',
    proof: ofService(800),
  },
  'filling never stops waiting for a worker that died': {
    file: transitions,
    from: 'writer.since < since && writer.until > now',
    to: 'writer.since < since',
    proof: ofService(300),
  },
  'a writer writes no entries while a field is filled': {
    file: lookup,
    from: "use(key) !== 'unused'",
    to: "use(key) === 'used'",
    proof: ofService(60),
  },
  'a value that is given up leads nowhere': {
    file: lookup,
    from: "use(key) !== 'used'",
    to: "use(key) === 'used'",
    proof: ofService(60),
  },
  'a value that is given up while its field is filled leads nowhere': {
    file: lookup,
    from: "use(key) !== 'used'",
    to: "use(key) === 'unused'",
    proof: ofService(70),
  },
  'a request believes that no field is filled meanwhile': {
    file: 'packages/data-access/src/records/use.ts',
    from: "(isLarge(kind) ? 'filling' : 'used')",
    to: "(isLarge(kind) ? 'unused' : 'used')",
    proof: ofService(60),
  },
  'an undo believes that every value has its entry': {
    file: 'packages/data-access/src/undo/undo-records.ts',
    from: "entries.filter(({ key }) => use(key) !== 'used')",
    to: "entries.filter(({ key }) => use(key) === 'used')",
    proof: ofService(60),
  },
});
