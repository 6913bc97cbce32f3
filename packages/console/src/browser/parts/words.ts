import { fileNameIn, oneLine, shortened } from '@sluice/contract/words';

const atTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** In the time zone of the reader, such as `23 Nov 2026, 19:20`. */
export const localTime = (iso: string): string => atTime.format(new Date(iso));

const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The same with seconds. */
export const exactTime = (iso: string): string => exactly.format(new Date(iso));

/** The last part of a key: the name of the file. */
export const fileNameOf = (key: string): string => shortened(oneLine(fileNameIn(key)), 80);

/** A run often costs less than a cent. */
export const usdText = (usd: number): string => `$${usd.toFixed(usd !== 0 && usd < 0.1 ? 5 : 2)}`;

/** In another time zone than the reader's. */
export const timeIn = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(iso),
  );
