import { json, type Answering, type FakeAnswer, type FakeSystem } from './fake-system.ts';

/** A session that may do everything, in a place where the fake system plays AWS. */
export function stackEnv({ origin }: FakeSystem): Record<string, string> {
  return {
    SLUICE_STACK: 'Flow',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'ASIASESSION',
    AWS_SECRET_ACCESS_KEY: 'secret-7',
    AWS_SESSION_TOKEN: 'tok/en==',
    AWS_ENDPOINT_URL: `${origin}/aws`,
    AWS_ENDPOINT_URL_S3: `${origin}/s3`,
  };
}

export interface FakeStack {
  /** The outputs; all that a whole stack has when absent. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** The value of the secret of the flow. */
  readonly secret?: string;
  /** Answers DescribeStacks instead. */
  readonly describe?: FakeAnswer;
  /** Answers other requests to AWS. */
  readonly aws?: Answering;
  /** Answers what is not AWS's own. */
  readonly answer?: Answering;
}

export function wholeOutputs({ origin }: FakeSystem): Record<string, string> {
  return {
    DropBucket: 'drops',
    FilesBucket: 'files',
    HistoryUrl: `${origin}/history`,
    ServiceUrl: `${origin}/service`,
    ControlUrl: `${origin}/control`,
    ServiceSecretArn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:flow-a1b2c3',
  };
}

export const token = { apiKey: 'key-8', apiSecret: 'secret-8' };

/** An error of AWS's query services. */
export const awsError = (code: string, message: string, status = 403): FakeAnswer =>
  xml(
    `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
    status,
  );

/** Answers as AWS does for a stack `Flow`. */
export function fakeStack(
  system: FakeSystem,
  { outputs = wholeOutputs(system), secret = JSON.stringify(token), describe, aws, answer }: FakeStack = {},
): void {
  const members = Object.entries(outputs).map(
    ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  system.answer = (seen) => {
    const { path, body, headers } = seen;
    if (!path.startsWith('/aws')) return answer?.(seen) ?? json({ ok: true, runs: [] });
    if (headers['x-amz-target'] === 'secretsmanager.GetSecretValue') return json({ SecretString: secret });
    if (body.includes('Action=GetCallerIdentity'))
      return queryResult('GetCallerIdentity', '<Arn>arn:aws:iam::1:user/ana</Arn><UserId>AIDAANA</UserId>');
    if (!body.includes('Action=DescribeStacks')) return aws?.(seen);
    return (
      describe ??
      queryResult(
        'DescribeStacks',
        `<Stacks><member><Outputs>${members.join('')}</Outputs></member></Stacks>`,
      )
    );
  };
}

/** The answer of an operation of AWS's query services. */
export const queryResult = (name: string, content: string): FakeAnswer =>
  xml(`<${name}Response><${name}Result>${content}</${name}Result></${name}Response>`);

function xml(body: string, status = 200): FakeAnswer {
  return { status, body, headers: { 'content-type': 'text/xml' } };
}
