import { reasonOf } from '@sluice/contract';
import type { Sheet, SheetFacts, SheetRow } from '@sluice/sheets';
import type { Batcher } from '../batches/batcher.ts';
import { watchColumns } from '../columns/lost-digits.ts';
import { watchFill } from '../model/column-fill.ts';
import { idleSettingNotes, readingNotes } from '../model/plan-notes.ts';
import type { PlannedBatch, PlanRequest, PlanStep, PlanTotals } from '../model/plan-types.ts';
import { PlanError } from '../plan-error.ts';
import { returningRows, type LeftOut } from '../result-sheet/returning-rows.ts';
import type { ReadRow } from '../rows/read-row.ts';
import { watchFiltered } from '../rows/row-filter.ts';
import type { RecordsReader } from '../rows/row-records.ts';
import { watchPeople } from '../warnings/watch-people.ts';
import { watchPhones } from '../warnings/watch-phones.ts';
import type { RowPlan } from './plan-row.ts';
import { columnsIn, type SheetReading } from './sheet-reading.ts';
import { Twins } from './twins.ts';

/** All that accumulates over the rows of a sheet: batches, counts, twins, warnings and notes. */
export class RowFold {
  readonly #batcher: Batcher;
  readonly #digits;
  readonly #fill;
  readonly #filtered;
  readonly #people;
  readonly #phones;
  readonly #returning;
  readonly #twins: Twins;
  readonly #tally = {
    ...{ rows: 0, records: 0, failed: 0, filtered: 0, batches: 0 },
    ...{ skipped: 0, landedAlready: 0, asExported: 0 },
  };

  constructor(request: PlanRequest, { header, matched, filter }: SheetReading, batcher: Batcher) {
    const columns = columnsIn({ parts: matched, header });
    this.#batcher = batcher;
    this.#digits = watchColumns(columns);
    this.#fill = watchFill(header, columns);
    this.#filtered = watchFiltered(filter);
    this.#people = watchPeople(request.settings);
    this.#phones = watchPhones(columns);
    this.#returning = returningRows(request.settings, request);
    this.#twins = new Twins(request.hash);
  }

  /** Comes before `add` of one of these rows. */
  know(rows: readonly SheetRow[]): Promise<void> {
    return this.#returning.know(rows);
  }

  /** Adds to a list, since a generator per row would take much of the time and most rows make no step. */
  add(row: SheetRow, plan: Exclude<RowPlan, { kind: 'unknown' }>, steps: PlanStep[]): void {
    this.#tally.rows += 1;
    this.#filtered.see(row);
    if (plan.kind === 'records') this.#addRecords(row, plan.records, steps);
    else if (plan.kind === 'wrong') {
      this.#tally.failed += 1;
      steps.push({ kind: 'problem', problem: plan.problem });
    } else {
      this.#tally.filtered += 1;
      this.#filtered.add(row.number, plan.by);
      steps.push({ kind: 'filtered', row: row.number });
    }
  }

  #addRecords(row: SheetRow, records: readonly ReadRow[], steps: PlanStep[]): void {
    this.#digits.see(row);
    this.#fill.see(row);
    const mayBeTwin = this.#twins.see(records);
    let failed = false;
    for (const { problems } of records) {
      failed ||= problems.length > 0;
      for (const problem of problems) steps.push({ kind: 'problem', problem });
    }
    if (failed) {
      this.#tally.failed += 1;
      return;
    }
    this.#phones.see(row);
    if (!mayBeTwin) this.#keep(records, steps);
  }

  /** Compares the records that seem to have twins, in one more reading of the sheet. */
  async *addTwins(
    open: () => Promise<Sheet>,
    readRecords: RecordsReader,
  ): AsyncGenerator<PlanStep, void, void> {
    if (!this.#twins.mayBeThere) return;
    const whyLeftOut = (records: readonly ReadRow[]): LeftOut | undefined => {
      const found = this.#returning.of(records);
      return found?.kind === 'edited' ? undefined : found?.kind;
    };
    for await (const verdict of this.#twins.confirm({ sheet: await open(), readRecords, whyLeftOut })) {
      if (verdict.kind === 'alone') {
        const steps: PlanStep[] = [];
        this.#keep(verdict.records, steps);
        yield* steps;
      } else if (verdict.kind === 'skipped') {
        this.#tally.skipped += 1;
        yield verdict;
      } else {
        if (verdict.first) {
          this.#tally.failed += 1;
          this.#tally.records -= verdict.inBatch;
          if (verdict.leftOut !== undefined) this.#countLeftOut(verdict.leftOut, -1);
        }
        yield { kind: 'problem', problem: verdict.problem };
      }
    }
  }

  #keep(records: readonly ReadRow[], steps: PlanStep[]): void {
    const [first] = records;
    if (first === undefined) return;
    const found = this.#returning.of(records);
    if (found !== undefined && found.kind !== 'edited') {
      this.#countLeftOut(found.kind, 1);
      steps.push({ ...found, row: first.row });
      return;
    }
    for (const read of records) this.#people.see(read);
    this.#tally.records += records.length;
    const batch = this.#batcher.add(first.row, records, found?.reference);
    if (batch !== undefined) steps.push(...this.#stepsOf(batch));
  }

  #countLeftOut(why: LeftOut, rows: 1 | -1): void {
    this.#tally[why] += rows;
    this.#tally.skipped += rows;
  }

  /** The batch of the last rows. */
  rest(): PlanStep[] {
    return this.#stepsOf(this.#batcher.rest());
  }

  #stepsOf(batch: PlannedBatch | undefined): PlanStep[] {
    if (batch === undefined) return [];
    this.#tally.batches += 1;
    return [{ kind: 'batch', batch }];
  }

  /** @throws PlanError if no row is imported */
  check({ headerRow }: SheetFacts): void {
    const { rows, filtered } = this.#tally;
    if (rows === 0) throw new PlanError(reasonOf('no_rows', { row: headerRow }));
    if (rows === filtered) throw this.#filtered.everyRow(rows);
  }

  /** `reading` is how the sheet was read to its end. */
  totals(reading: SheetReading, headerNotes: readonly string[]): PlanTotals {
    const columns = columnsIn(reading);
    const { sheet, texts, parts } = reading;
    return {
      ...this.#tally,
      facts: sheet.facts,
      columns,
      texts,
      notes: [
        ...this.#returning.notes(this.#tally),
        ...readingNotes(sheet.facts, columns),
        ...headerNotes,
        ...(texts?.notes ?? []),
        ...this.#filtered.notes(),
        ...idleSettingNotes(parts),
        ...this.#digits.notes(),
        ...this.#phones.notes(sheet),
      ],
      warnings: [...this.#people.warnings(), ...this.#phones.warnings()],
      fill: this.#fill.fill(),
      exports: [...this.#returning.exports],
    };
  }
}
