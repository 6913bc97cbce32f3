import { reasonOf } from '@sluice/contract';
import { dateText } from '@sluice/sheets';
import { Unfit, type Transform } from './unfit.ts';

/** The most digits of the serial number of a day, and of the fraction for its time. */
const serial = /^\d{1,7}(?:[.,]\d{1,20})?$/u;
const isoDate = /^\d{4}-\d\d-\d\d/u;

/** The day, and the time if there is one, of a serial number of a spreadsheet program. */
export function serialDate(epoch: 1900 | 1904): Transform {
  return (text) => {
    const number = serial.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
    // From 1900, a day 0 and February 29, 1900, are counted, which did not exist.
    const isDay = epoch === 1904 ? number >= 0 : number >= 1 && Math.floor(number) !== 60;
    const date = isDay
      ? dateText(number, { kind: Number.isInteger(number) ? 'date' : 'datetime' }, epoch === 1904)
      : undefined;
    return (
      date?.replace(/T00:00:00$/u, '') ??
      new Unfit(reasonOf(isoDate.test(text) ? 'already_date' : 'not_serial'), text)
    );
  };
}
