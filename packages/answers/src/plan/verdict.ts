import { paragraph, type Block } from '../blocks/blocks.ts';
import { plan as english, type PlanMessages } from '../messages/plan.ts';

/** What was read of a sheet that was not dropped yet. */
export interface PlanFacts {
  /** How many records it would send. */
  readonly records: number;
  readonly wrong: number;
  readonly landedAlready: number;
  readonly asExported: number;
  /** Whether a wrong row stops the whole sheet. */
  readonly stops: boolean;
  readonly size?: { readonly batches: number; readonly bytes: number } | undefined;
}

/** What dropping it would do, in its first lines. */
export function blocksOfVerdict(about: PlanFacts, { verdict: says }: PlanMessages = english): Block[] {
  const { records, wrong, landedAlready, asExported, size } = about;
  const left = landedAlready + asExported;
  const told = (answer: string, more?: string) => [...paragraph(answer, 'answer'), ...paragraph(more)];
  if (records === 0 && wrong > 0)
    return told(
      left === 0 ? says.allWrong : says.othersLeftOut(wrong, landedAlready, asExported),
      says.correct,
    );
  if (records === 0) return told(says.nothing(landedAlready, asExported));
  if (isStopped(about)) return told(says.stops(wrong), says.correct);
  return [
    ...told(
      size === undefined ? says.sends(records) : says.sendsOf(records, size.batches, size.bytes),
      wrong > 0 ? says.leavesOutWrong(wrong) : undefined,
    ),
    ...paragraph(left > 0 ? says.leavesOut(landedAlready, asExported) : undefined),
  ];
}

export const isStopped = ({ wrong, stops }: Pick<PlanFacts, 'wrong' | 'stops'>): boolean =>
  wrong > 0 && stops;

/** Whether nothing of it would be written because of wrong rows. */
export const isPlanBad = (about: PlanFacts): boolean =>
  isStopped(about) || (about.records === 0 && about.wrong > 0);

interface Column {
  readonly field?: string | undefined;
  readonly partOf?: string | undefined;
  readonly filters?: boolean | undefined;
  readonly type?: string | undefined;
  readonly written?: keyof PlanMessages['written'] | undefined;
  readonly record?: number | undefined;
}

/** What a column is for, and how it is written. */
export function columnWords(
  { field, partOf, filters, type = '', written, record }: Column,
  says: PlanMessages = english,
): { readonly use: string; readonly about: string } {
  const other = filters === true ? says.column.filters : says.column.leftOut;
  const facts = [
    says.type[type] ?? type,
    written === undefined ? '' : says.written[written],
    record === undefined ? '' : says.column.ofRecord(record),
  ];
  return {
    use: field ?? (partOf === undefined ? other : says.column.partOf(partOf)),
    about: facts.filter((fact) => fact !== '').join(', '),
  };
}
