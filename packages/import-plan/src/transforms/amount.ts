import { reasonOf } from '@sluice/contract';
import { readNumber, type DecimalSign } from '../formats/numbers.ts';
import { Unfit, type Transform } from './unfit.ts';

/** Signs of currencies that people write with letters. */
const signs = ['kr', 'zł', 'Kč', 'Ft', 'Fr', 'R$', 'US$', 'C$', 'A$'];
const currencies = new Set(
  [...signs, ...Intl.supportedValuesOf('currency')].map((sign) => sign.toUpperCase()),
);
const longest = 100;
const amount =
  /^(\p{Sc}|[\p{L}$]{1,3}\.?)?\s?([+-]?)\s?(\d[^\p{L}\p{Sc}%-]*?)(-?)\s?(\p{Sc}|[\p{L}$]{1,3}\.?)?$/u;

/** The number in `1.234,56 €`, `EUR 1.234,56`, `(1.234,56)` or `1.234,56-`, as `1234.56`. Digits are never lost. */
export function amountIn(sign: DecimalSign): Transform {
  const example = sign === 'comma' ? '1.234,56' : '1,234.56';
  const reason = reasonOf('not_amount', { example });
  return (text) => {
    const inBrackets = text.startsWith('(') && text.endsWith(')');
    const plain = (inBrackets ? text.slice(1, -1) : text).replaceAll('\u2212', '-').trim();
    const [whole, first = '', minus = '', digits = '', last = '', second = ''] =
      plain.length > longest ? [] : (amount.exec(plain) ?? []);
    const number = whole === undefined ? undefined : readNumber(digits.trim(), sign);
    const beside = [first, second].filter((word) => word !== '');
    const minuses = [inBrackets, minus === '-', last === '-'].filter(Boolean).length;
    const isAmount = beside.length <= 1 && beside.every(isCurrency) && minuses <= 1;
    if (number === undefined || !isAmount || (minus === '+' && minuses > 0)) return new Unfit(reason, text);
    return minuses === 1 ? `-${number}` : number;
  };
}

function isCurrency(word: string): boolean {
  return /^\p{Sc}$/u.test(word) || currencies.has(word.replace(/\.$/u, '').toUpperCase());
}
