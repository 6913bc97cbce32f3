import { Shown } from '../../parts/cell-text.tsx';
import { entryOf, stepLines, type Draft } from '../state/draft.ts';
import type { MappedRow } from '../state/mapped-rows.ts';

interface Props {
  readonly draft: Draft;
  readonly row: MappedRow & { readonly record: number };
}

/** What columns of one of the records of a row fill, and the steps of it. Nothing of it is changed here. */
export function OfRecord({ draft, row }: Props) {
  const { record, field = '', columns } = row;
  const transforms = { ...draft.transforms, ...draft.records[record - 1]?.transforms };
  const steps = entryOf({ ...draft, transforms }, 'transforms', field, ...columns) ?? [];
  return (
    <>
      <b>
        <Shown text={field} />
      </b>{' '}
      of record {record}
      {steps.length > 0 && <pre>{stepLines(steps)}</pre>}
    </>
  );
}
