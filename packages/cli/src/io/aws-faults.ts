import * as z from 'zod';
import { CliError, messageOf } from './cli-error.ts';
import type { Exit } from './exit-codes.ts';
import { printable } from '@sluice/contract/words';

interface Fault {
  /** Matched with the name, the code and the message of an error. */
  readonly when: RegExp;
  readonly exit: Exit;
  /** What is wrong and what to do. */
  readonly text: (about: { readonly profile: string; readonly message: string }) => string;
}

const login = (profile: string) => `\`aws sso login${profile === '' ? '' : ` --profile ${profile}`}\``;

/** The first that matches. */
const faults: readonly Fault[] = [
  {
    when: /sso session .*(?:expired|invalid)|token is expired|refresh this sso session|sso session token/iu,
    exit: 'usage',
    text: ({ profile }) => `The SSO session has expired. Log in again with ${login(profile)}.`,
  },
  {
    when: /expiredtoken|requestexpired|security token .*expired|token .*has expired/iu,
    exit: 'refused',
    text: ({ profile }) =>
      `The session of these AWS credentials has expired. Get new ones, for SSO with ${login(profile)}.`,
  },
  {
    when: /credentialsprovidererror|could not (?:load|resolve) credentials/iu,
    exit: 'usage',
    text: ({ profile }) =>
      profile === ''
        ? 'There are no AWS credentials. Expected --aws-profile, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source that the aws command knows.'
        : `There are no AWS credentials in the profile ${profile}. Expected one that \`aws configure list-profiles\` lists.`,
  },
  {
    when: /region is missing/iu,
    exit: 'usage',
    text: () => 'The AWS region is not known. Expected --region, AWS_REGION or a profile with a region.',
  },
  {
    when: /invalidclienttokenid|unrecognizedclient|invalidaccesskeyid|security token .*invalid/iu,
    exit: 'refused',
    text: () => 'AWS does not know these credentials. Expected those of a user or role that exists.',
  },
  {
    when: /signaturedoesnotmatch|requesttimetooskewed|signature expired|signature not yet current/iu,
    exit: 'refused',
    text: ({ message }) =>
      `AWS does not accept the signature: ${message} Expected the secret of this access key, and a clock that is right.`,
  },
  {
    when: /accessdenied|not authorized to perform|access denied|\bforbidden\b|http 403 /iu,
    exit: 'refused',
    text: ({ message }) =>
      `AWS does not allow it: ${message} Expected credentials with this permission; see "Who may do what" in docs/deploying.md.`,
  },
  {
    when: /enotfound|eai_again/iu,
    exit: 'nothingRuns',
    text: ({ message }) =>
      `AWS does not answer (${message.replace(/\.$/u, '')}). Expected the name of a region, and a machine that is online.`,
  },
];

/** An error of AWS as one sentence that says what is wrong, and one that says what to do. `what` comes first. */
export function awsFault(
  error: unknown,
  { what, profile = '' }: { readonly what?: string; readonly profile?: string | undefined } = {},
): CliError {
  if (error instanceof CliError) return error;
  const message = sentence(printable(messageOf(error)));
  const { name, code, $metadata } = errorSchema.parse(error);
  const known = faults.find(({ when }) =>
    when.test(`${name} ${code} HTTP ${$metadata.httpStatusCode} ${message}`),
  );
  const text = known?.text({ profile, message }) ?? message;
  return new CliError(known?.exit ?? 'nothingRuns', [what, text].filter(Boolean).join(': '), {
    cause: error,
  });
}

const errorSchema = z
  .object({
    name: z.string().catch(''),
    code: z.string().catch(''),
    $metadata: z.object({ httpStatusCode: z.number().optional() }).catch({}),
  })
  .catch({ name: '', code: '', $metadata: {} });

const sentence = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);
