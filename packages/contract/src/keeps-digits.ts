/** JavaScript writes no number with more. */
const most = 101;

/** Whether JavaScript keeps every digit of a decimal number, such as `0.1`, but not of `9007199254740993` and `1e400`. */
export function keepsDigits(text: string): boolean {
  const value = Math.abs(Number(text));
  const digits = significant(text);
  if (digits === '') return true;
  if (digits.length > most || !Number.isFinite(value)) return false;
  const [kept = ''] = value.toExponential(digits.length - 1).split('e', 1);
  return kept.replace('.', '') === digits;
}

/** The digits between the zeros at both ends. */
function significant(text: string): string {
  const [mantissa = ''] = text.split(/e/iu, 1);
  const digits = mantissa.replaceAll(/\D/gu, '').replace(/^0+/u, '');
  let { length } = digits;
  while (digits[length - 1] === '0') length -= 1;
  return digits.slice(0, length);
}
