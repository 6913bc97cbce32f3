/** Every pattern here is linear in the length of its input, and runs on texts whose length is bounded. */

/** Two addresses never look alike by characters that nobody sees, which could also steer a terminal. */
const emailParts =
  /^[^\s\p{C}@()<>[\],;:\\".]+(?:\.[^\s\p{C}@()<>[\],;:\\".]+)*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.[\p{L}\p{N}-]{2,}$/u;

export function isEmail(text: string): boolean {
  return text.isWellFormed() && emailParts.test(text) && !/@-|-\.|\.-|-$/u.test(text);
}

export function isLanguage(text: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/iu.test(text);
}

const knownTimezones = new Map<string, boolean>();

/** Asking `Intl` takes tens of microseconds, and the people of a site live in few zones. */
export function isTimezone(text: string): boolean {
  const known = knownTimezones.get(text);
  if (known !== undefined) return known;
  const found = askIntl(text);
  if (knownTimezones.size < 1000) knownTimezones.set(text, found);
  return found;
}

function askIntl(text: string): boolean {
  if (!/^[a-z]/iu.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Text that survives UTF-8 and a screen: well-formed, and of the control characters only tab and line breaks. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u.test(text);
}
