import type { Batcher } from '../batches/batcher.ts';
import type { RecordPart } from '../columns/match-records.ts';
import type { ColumnNotes } from '../columns/lost-digits.ts';
import type { LeftOut, ReturningRows } from '../result-sheet/returning-rows.ts';
import type { LookupSet } from '../model/lookup-set.ts';
import type { RowFilter, watchFiltered } from '../rows/row-filter.ts';
import type { RecordsReader, recordsReader } from '../rows/row-records.ts';
import type { SheetTexts } from '../model/sheet-texts.ts';
import type { watchFill } from '../model/column-fill.ts';
import type { watchPeople } from '../warnings/watch-people.ts';
import type { watchPhones } from '../warnings/watch-phones.ts';

/** What is known of a sheet while it is planned. */
export interface Planning {
  readonly batcher: Batcher;
  readonly header: readonly string[];
  readonly place: Parameters<typeof recordsReader>[1];
  /** As the header shows them. */
  readonly matched: readonly RecordPart[];
  /** With the formats of their cells, once these are detected. */
  parts: readonly RecordPart[];
  /** Undefined until a cell may be damaged. */
  texts: SheetTexts | undefined;
  readRow: RecordsReader;
  readonly watched: ColumnNotes;
  readonly filter: RowFilter | undefined;
  readonly filtered: ReturnType<typeof watchFiltered>;
  readonly people: ReturnType<typeof watchPeople>;
  readonly phones: ReturnType<typeof watchPhones>;
  readonly fill: ReturnType<typeof watchFill>;
  readonly known: LookupSet;
  /** Lookups that seemed to be repeated. */
  readonly repeated: LookupSet;
  /** The repeated lookups that the second reading has met. */
  readonly met: LookupSet;
  readonly returning: ReturningRows;
  readonly tally: Record<
    'rows' | 'records' | 'failed' | 'skipped' | LeftOut | 'filtered' | 'batches',
    number
  >;
}
