import { deflateRawSync } from 'node:zlib';
import { reasonOf } from '@sluice/contract';
import { writeRowBlocks, type EndedRow } from '@sluice/import-plan/write-row-blocks';

const [owners, changed] = [['Ann Lee', 'Bo Poe', 'Cy Ray'], reasonOf('undo_unfinished')];

const planned = owners.flatMap((name, at): EndedRow[] => [
  {
    ...{ number: at + 2, cells: [name, 'city', 'San Antonio', 'Austin'] },
    outcome: { status: 'updated', field: 'city' },
  },
  {
    ...{ number: at + 2, cells: [name, 'phone', '', '210'] },
    outcome: { status: 'updated', field: 'phone' },
  },
]);
const undone = owners.map((name, at): EndedRow => ({
  ...{ number: at + 2, cells: [] },
  outcome:
    at === 0
      ? { status: 'failed', recordId: name, reasons: [changed] }
      : { status: 'reversed', recordId: name },
}));

/** The packed rows that the fake system has; others were erased. */
export const packedRows: Readonly<Record<string, Uint8Array>> = {
  planRows: await packed(['Record', 'Field', 'Old', 'New'], [planned]),
  undoRows: await packed([], [undone]),
};

/** Rows as a run writes them beside its sheets. */
export async function packed(
  header: readonly string[],
  rows: Iterable<readonly EndedRow[]>,
): Promise<Uint8Array> {
  async function* chunks() {
    yield* rows;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeRowBlocks(header, chunks(), deflateRawSync)) pieces.push(piece);
  return Buffer.concat(pieces);
}
