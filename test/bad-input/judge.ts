import { checkHeaders, readEnvelope, type Envelope } from '../conformance/envelope.ts';
import type { Received } from '../conformance/port.ts';
import { canary, type BadCase, type Verdict } from './bad-case.ts';

/** What is wrong with the answer to a case; undefined when nothing is. */
export function problemWith(asked: BadCase, received: Received): string | undefined {
  try {
    return complaint(asked, read(received));
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

export const isRefused = (received: Received): boolean => read(received)?.ok === false;

function read(received: Received): Envelope | undefined {
  if (received.headers['content-disposition'] === undefined) return readEnvelope(received);
  checkHeaders(received.headers);
  return undefined;
}

/** The word "expected", or a line for each refused record of an import. */
const expectation = /\bexpected |^(?:record|set) \d.*: /m;

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
  const answer = `${code}: ${message.slice(0, 400)}`;
  if (!codes[verdict].includes(code))
    return `expected ${codes[verdict].join(' or ') || 'no refusal'}; not ${answer}`;
  if (message === '') return 'expected a message';
  if (!mayShowValue && message.includes(canary)) return `expected the value not to be shown: ${answer}`;
  if (code === 'unauthorized') return undefined;
  if (names && !names.some((name) => message.includes(name)))
    return `expected ${names.join(' or ')} to be named: ${answer}`;
  if (verdict === 'refused' && !expectation.test(message)) return `expected what was expected: ${answer}`;
  if (operation !== 'downloadFile' && verdict === 'refused' && code === 'not_found') return `not ${answer}`;
  return undefined;
}
