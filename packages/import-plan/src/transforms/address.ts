import { isSurelyTaken, refusalOf, reasonOf } from '@sluice/contract';
import { Unfit, type Transform } from './unfit.ts';

const email = { type: 'email' } as const;

/** The address in `Ben <ben@example.com>`, `mailto:ben@example.com` or `ben@example.com (office)`. */
export const addressIn: Transform = (text) => {
  // Most cells are an address alone.
  if (isSurelyTaken(email, text)) return text;
  if (!/[\s<>]/u.test(text) && refusalOf(email, text) === undefined) return text;
  const found = new Set(
    text
      .split(/[\s<>()[\]"',;]+/u)
      .map((word) => word.replace(/^mailto:/iu, ''))
      .filter((word) => word.includes('@')),
  );
  const [address = ''] = found;
  return found.size === 1 && refusalOf(email, address) === undefined
    ? address
    : new Unfit(reasonOf('not_one_email'), text);
};
