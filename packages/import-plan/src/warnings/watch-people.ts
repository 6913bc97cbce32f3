import { rowsText } from '../formats/evidence.ts';
import type { Settings } from '../profile/settings.ts';
import type { ReadRow } from '../rows/read-row.ts';
import { createSample } from '../model/sample.ts';
import { createSharedValues } from './shared-values.ts';
import { rowsHave, type PlanWarning } from '../model/warning.ts';

/** Fewer may be a household. */
const rowsOfPhone = 5;

/** Watches for a name under two e-mails, and for a phone number of many rows. Constant memory. */
export function watchPeople({ schema: { fields }, constants }: Pick<Settings, 'schema' | 'constants'>) {
  const phoneFields = Object.keys(fields).filter(
    (field) => fields[field]?.type === 'phone' && !Object.hasOwn(constants, field),
  );
  const areNamed = fields['name']?.type === 'text' && fields['email']?.type === 'email';
  const isWatched = areNamed || phoneFields.length > 0;
  const byName = createSharedValues({ digits: false, least: 2, rows: 2, ifDifferent: true });
  const byPhone = createSharedValues({ digits: true, least: 5, rows: rowsOfPhone, ifDifferent: false });
  const weightOfNext = createSample();
  let isEstimate = false;

  function see({ row, cells, fields }: ReadRow): void {
    const weight = isWatched ? weightOfNext() : 0;
    if (weight === 0) return;
    isEstimate ||= weight > 1;
    if (areNamed) {
      const [value, beside] = [fields.valueOf('name', cells), fields.valueOf('email', cells)];
      if (typeof value === 'string' && typeof beside === 'string') byName.see({ row, value, beside, weight });
    }
    for (const field of phoneFields) {
      const value = fields.valueOf(field, cells);
      if (typeof value === 'string') byPhone.see({ row, value, weight });
    }
  }

  function warning(kind: PlanWarning['kind'], rows: number, text: string): PlanWarning[] {
    return rows === 0 ? [] : [{ kind, rows, text: `${rowsHave(rows, isEstimate)} ${text}` }];
  }

  return {
    see,
    warnings: (): PlanWarning[] => {
      const [names, phones] = [byName.result(), byPhone.result()];
      const [nameRows, phoneRows] = [names, phones].map(({ firstRows }) => rowsText(firstRows));
      return [
        ...warning(
          'sameName',
          names.rows,
          `the name of another row under another e-mail, such as ${nameRows}: a person may be in the sheet twice.`,
        ),
        ...warning(
          'sharedPhone',
          phones.rows,
          `a phone number that ${rowsOfPhone} or more rows have, such as ${phoneRows}: it may be a placeholder.`,
        ),
      ];
    },
  };
}
