import { emptyAnswer, type FieldTable } from '@sluice/contract';
import type { Json, StoredRecord } from '../store/record.ts';

/** A record as the answer shows it: every requested field is present, and empty ones follow the contract. */
export function answerOf(
  table: FieldTable,
  record: StoredRecord,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const spec = table[name];
      return spec ? [[name, valueOf(record, name) ?? emptyAnswer(spec)]] : [];
    }),
  );
}

function valueOf(
  { id, deleted, createdDate, updatedDate, fields }: StoredRecord,
  name: string,
): Json | undefined {
  const ofEveryRecord: Record<string, Json> = { id, deleted, createdDate, updatedDate };
  return Object.hasOwn(ofEveryRecord, name) ? ofEveryRecord[name] : fields[name];
}
