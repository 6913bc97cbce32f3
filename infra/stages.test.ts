import { describe, expect, it } from 'vitest';
import { stageNamed, type Stage } from './stages.ts';
import { templates } from './testing/default-templates.ts';
import { templatesOf, unbundledApp, type Templates } from './testing/templates.ts';

const byDefault = stageNamed('default');

/** Names that the templates give, and that an account has once. HTTP APIs may share theirs. */
const fixedNames = ({ resources }: Templates): string[] => {
  const named = resources.filter(({ type }) => type !== 'AWS::ApiGatewayV2::Api');
  return named.flatMap(({ type, properties }) =>
    Object.entries(properties)
      .filter(([property]) => /Name$|^EmailIdentity$/u.test(property) && !namesOfOthers.has(property))
      .map(([property, value]) => `${type} ${property} ${JSON.stringify(value)}`),
  );
};

/** Names of what a resource refers to, and names within another resource. */
const namesOfOthers = new Set([
  'ConfigurationSetName',
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
