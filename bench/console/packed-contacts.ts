import { reasonOf } from '@sluice/contract';
import { packed } from '../../packages/console/src/testing/packed-rows.ts';
import { contact, header } from '../reading/contacts.ts';

/** The packed rows of a result with this many contacts. */
export function packedContacts(rows: number): Promise<Uint8Array> {
  return packed(header.split(','), chunksOf(rows));
}

function* chunksOf(rows: number) {
  for (let first = 1; first <= rows; first += chunk)
    yield Array.from({ length: Math.min(chunk, rows - first + 1) }, (_, at) => rowOf(first + at));
}
const chunk = 1000;

/** One of a thousand failed. */
function rowOf(row: number) {
  const outcome =
    row % 1000 === 0
      ? ({ status: 'failed', reasons: [{ ...reasonOf('not_email'), name: 'E-mail' }] } as const)
      : ({ status: 'created', recordId: `record-${row}` } as const);
  return { number: row + 1, cells: contact(row).split(','), outcome };
}
