import { mutantsOf } from '../mutants/mutant.ts';

const judges = 'packages/flow/src/erase/judge-object.ts';
const pass = 'packages/flow/src/erase/pass.ts';

export const mutants = mutantsOf(import.meta.url, {
  'a drop stays that holds a row by no cell': {
    file: 'packages/flow/src/erase/erase-run.ts',
    from: '(isInDrop === true || isInCopy || rows.length > 0)',
    to: '(isInDrop === true || isInCopy)',
  },
  'the result sheet keeps a row that is known by its number': {
    file: 'packages/flow/src/erase/erase-lines.ts',
    from: 'const isPlaced = isResult && rows.has(at + 1 - down);',
    to: 'const isPlaced = false;',
  },
  'the rows of a sheet without a header are taken for those above them': {
    file: 'packages/flow/src/erase/erase-lines.ts',
    from: 'rows.has(at + 1 - down)',
    to: 'rows.has(at + 1)',
  },
  'the first cell of a result sheet is taken for the number of its row': {
    file: 'packages/flow/src/erase/erase-lines.ts',
    from: 'const isNumbered = !isResult && ',
    to: 'const isNumbered = ',
  },
  'a batch keeps the other record of a row': {
    file: judges,
    from: 'rows.has(batch.rows[at] ?? 0) || record.isIn(fields)',
    to: 'record.isIn(fields)',
  },
  'a row that equals an erased one stays': {
    file: judges,
    from: 'if (twinOf !== undefined && rows.has(twinOf)) rows.add(row);',
    to: '',
  },
  'the id of a record finds no row': {
    file: judges,
    from: 'if (one.row > 0 && record.isIn(idsIn(one))) rows.add(one.row);',
    to: '',
  },
  'an erase states less than it erases where only results tell': {
    file: pass,
    from: 'if (isFinding && walk.isBehind) return',
    to: 'if (isFinding && walk.isUnfinished) return',
  },
  'an erase that crashed is completed by nobody': {
    file: 'packages/flow/src/erase/erase-run.ts',
    from: 'await unfinishedOf(recorded, undefined, services.objects)',
    to: 'await unfinishedOf(recorded, [request.record.commitment], services.objects)',
  },
  'an erase that comes to its end stays begun': {
    file: 'packages/flow/src/erase/erase-run.ts',
    from: '  await forgetFound(runId, of, stored);\n',
    to: '',
  },
  'the last rows of a workbook are in no packed rows': {
    file: 'packages/flow/src/report/result-rows.ts',
    from: '      if (kept.length > 0) await give(kept);\n',
    to: '',
  },
});
