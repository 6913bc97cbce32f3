import { checkHeaders, readEnvelope, type Envelope } from '../conformance/envelope.ts';
import type { Received } from '../conformance/port.ts';
import { canary, type BadCase, type Verdict } from './bad-case.ts';

/** What is wrong with the answer to a case, or undefined when nothing is. */
export function problemWith(asked: BadCase, received: Received): string | undefined {
  try {
    return complaint(asked, read(received));
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

export const isRefused = (received: Received): boolean => read(received)?.ok === false;

/** Undefined for the bytes of a file. */
function read(received: Received): Envelope | undefined {
  if (received.headers['content-disposition'] === undefined) return readEnvelope(received);
  checkHeaders(received.headers);
  return undefined;
}

/** In so many words, or in a line for each record that an import was refused for. */
const expectation = /\bexpected |^(record|set) \d+.*: /m;

const codes: Readonly<Record<Verdict, readonly string[]>> = {
  taken: [],
  unauthorized: ['unauthorized'],
  refused: ['invalid_request', 'not_found'],
  either: ['invalid_request', 'not_found', 'unauthorized'],
};

function complaint(asked: BadCase, envelope: Envelope | undefined): string | undefined {
  const { verdict, names, operation, mayShowValue } = asked;
  if (envelope === undefined || envelope.ok)
    return verdict === 'taken' || verdict === 'either' ? undefined : 'expected a refusal';
  const { code, message = '' } = envelope.error;
  const said = `${code}: ${message.slice(0, 400)}`;
  if (!codes[verdict].includes(code))
    return `expected ${codes[verdict].join(' or ') || 'no refusal'}; not ${said}`;
  if (message === '') return 'expected a message';
  if (!mayShowValue && message.includes(canary)) return `expected the value not to be shown: ${said}`;
  if (code === 'unauthorized') return undefined;
  if (names && !names.some((name) => message.includes(name)))
    return `expected ${names.join(' or ')} to be named: ${said}`;
  if (verdict === 'refused' && !expectation.test(message)) return `expected what was expected: ${said}`;
  if (operation !== 'downloadFile' && verdict === 'refused' && code === 'not_found') return `not ${said}`;
  return undefined;
}
