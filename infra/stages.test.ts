import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stageOf, type Stage } from './settings/settings.ts';
import { ofType } from './testing/offenders.ts';
import { permissions, type Permission } from './testing/statements.ts';
import { templates } from './testing/default-templates.ts';
import { templatesOf, unbundledApp, type Templates } from './testing/templates.ts';

const byDefault = stageOf({});

/** HTTP APIs may share their names; others have theirs within an API, a user pool or a function. */
const sharing = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::Cognito::UserPoolGroup',
  'AWS::Lambda::Alias',
]);

/** Names that the templates give, and that an account has once. */
const fixedNames = ({ resources }: Templates): string[] => {
  const named = resources.filter(({ type }) => !sharing.has(type));
  return named.flatMap(({ type, properties }) =>
    Object.entries(properties)
      .filter(([property]) => /Name$|^EmailIdentity$/u.test(property) && !namesOfOthers.has(property))
      .map(([property, value]) => `${type} ${property} ${JSON.stringify(value)}`),
  );
};

/** Names of what a resource refers to, and names within another resource. */
const namesOfOthers = new Set([
  'ConfigurationSetName',
  'DestinationBucketName',
  'FunctionName',
  'LogGroupName',
  'MetricName',
  'PolicyName',
  'StageName',
]);

describe('a second stage in an account', () => {
  const second = (mail: Stage['mail']) =>
    templatesOf(unbundledApp({ ...byDefault, suffix: '-second', mail }));

  it('shares no name with the first, and uses the senders that SES knows when the stage says so', () => {
    const first = new Set(fixedNames(templates));
    const shared = (mail: Stage['mail']) => fixedNames(second(mail)).filter((name) => first.has(name));
    expect(first.size).toBeGreaterThan(30);
    expect(shared(byDefault.mail).toSorted()).toEqual([
      'AWS::SES::EmailIdentity EmailIdentity "service@example.com"',
      'AWS::SES::EmailIdentity EmailIdentity "sluice@example.com"',
    ]);
    expect(shared({ ...byDefault.mail, identities: 'existing' })).toEqual([]);
  });
});

describe('a stage that was destroyed', () => {
  it('can be deployed again at once: what takes minutes to go has another name each time', () => {
    const slow = {
      'AWS::Scheduler::ScheduleGroup': 'Name',
      'AWS::SecretsManager::Secret': 'Name',
      'AWS::SQS::Queue': 'QueueName',
      'AWS::StepFunctions::StateMachine': 'StateMachineName',
    };
    const names = Object.entries(slow).flatMap(([type, property]) =>
      ofType(type).map(({ properties }) => JSON.stringify(properties[property])),
    );
    const fixed = names.filter((name) => name !== undefined && !name.includes('"AWS::StackId"'));
    expect(names.length).toBeGreaterThan(20);
    expect(fixed).toEqual([]);
  });
});

describe("a stage that uses another stage's service", () => {
  const url = 'https://a1b2c3.execute-api.eu-west-1.amazonaws.com';
  const withService = (service: Partial<Stage['service']>) =>
    templatesOf(
      unbundledApp({ ...byDefault, suffix: '-second', service: { ...byDefault.service, ...service } }),
    );
  const tracker = z.object({
    Environment: z.object({ Variables: z.object({ SERVICE_REVERT_URL: z.string().optional() }) }),
  });
  const revertUrlIn = ({ resources }: Templates) => {
    const trackRun = resources.find(
      ({ type, path }) => type === 'AWS::Lambda::Function' && path.includes('/TrackRun/'),
    );
    return tracker.parse(trackRun?.properties).Environment.Variables.SERVICE_REVERT_URL;
  };
  const undoing = (stage: Templates): string[] =>
    permissions(stage).flatMap(({ holder, action, resource }) =>
      action === 'execute-api:Invoke' ? [`${holder} ${resource}`] : [],
    );

  it('may undo the imports of its site there, and signs these calls', () => {
    const second = withService({ url, ours: true });
    expect(revertUrlIn(second)).toBe(`${url}/undo`);
    const api = 'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:a1b2c3/$default/POST/undo';
    const holder = 'BulkImportStack-second/Tracking/TrackRun';
    expect(undoing(second).toSorted()).toEqual([
      `BulkImportStack-second/Console/Api/RecordHistory ${api}/listChanges`,
      `BulkImportStack-second/Console/Api/RecordHistory ${api}/recordHistory`,
      `${holder} ${api}/getRevert`,
      `${holder} ${api}/revertImport`,
    ]);
  });

  it('has to say so: elsewhere the flow may sign no call', () => {
    const elsewhere = withService({ url, revertUrl: `${url}/undo` });
    expect(revertUrlIn(elsewhere)).toBe(`${url}/undo`);
    expect(undoing(elsewhere)).toEqual([]);
  });

  it('names the control panel for the command line if it is ours', () => {
    const panelOf = ({ outputs }: Templates) => outputs.get('BulkImportStack-second.ControlUrl');
    expect(panelOf(withService({ url, ours: true }))).toBe(`${url}/control`);
    expect(panelOf(withService({ url }))).toBeUndefined();
  });

  it('names its address as CloudFormation gives it, without a path', () => {
    const elsewhere = 'https://records.example.org';
    expect(() => withService({ url: elsewhere, ours: true })).toThrow(`service.url is ${elsewhere}.`);
    expect(() => withService({ url: `${url}/`, ours: true })).toThrow('without a slash at its end');
  });
});

describe('a stage with KMS keys', () => {
  const key = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
  const decrypting = (of?: Templates) => permissions(of).filter(({ action }) => action.startsWith('kms:'));

  it('lets whoever reads drops decrypt with these keys, through S3 only; without them nobody decrypts', () => {
    expect(decrypting()).toEqual([]);
    const keyed = templatesOf(unbundledApp({ ...byDefault, kmsKeys: [key] }));
    const isReader = ({ action, resource }: Permission) =>
      /^s3:GetObject(?:Version)?$/.test(action) && resource.startsWith('<Drops');
    const readers = new Set(
      permissions(keyed)
        .filter(isReader)
        .map(({ holder }) => holder),
    );
    expect(readers).toContain('BulkImportStack/Reading/ReadDrop');
    expect(new Set(decrypting(keyed).map(({ holder }) => holder))).toEqual(readers);
    for (const one of decrypting(keyed))
      expect(one).toMatchObject({
        action: 'kms:Decrypt',
        resource: key,
        conditions: { StringEquals: { 'kms:ViaService': ['s3.<AWS::Region>.<AWS::URLSuffix>'] } },
      });
  });
});
