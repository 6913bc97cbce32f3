/** The sign before the decimals; the other one may group thousands. */
export const decimalSigns = ['comma', 'point'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

const forms: Record<DecimalSign, RegExp> = {
  comma: formOf({ decimal: ',', other: '.' }),
  point: formOf({ decimal: '[.]', other: ',' }),
};

/** Groups of three, all separated by the same sign (the other one, a space or an apostrophe), or no groups. */
function formOf({ decimal, other }: { readonly decimal: string; readonly other: string }): RegExp {
  return new RegExp(
    `^([+-]?)((?:0|[1-9]\\d{0,2}(?:([${other} \\u00a0\\u202f'’])\\d{3})(?:\\3\\d{3})*|[1-9]\\d*))(?:${decimal}(\\d+))?$`,
    'u',
  );
}

/** `-1234.5` for `-1.234,5`: every digit is kept. Undefined for what is no number with this sign. */
export function readNumber(text: string, sign: DecimalSign): string | undefined {
  const [whole, minus = '', digits = '', , decimals] = forms[sign].exec(text) ?? [];
  if (whole === undefined) return undefined;
  const plain = `${minus === '-' ? '-' : ''}${digits.replaceAll(/\D/gu, '')}`;
  return decimals === undefined ? plain : `${plain}.${decimals}`;
}
