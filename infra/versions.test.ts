import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { offenders, ofType, parsed } from './testing/offenders.ts';

const live = z.string().regex(/<\w+>:live$/u);

describe('a deployment', () => {
  it('keeps every version of a function, for the executions that began with it, but none of a deployment that failed', () => {
    const versions = ofType('AWS::Lambda::Version');
    expect(versions).toHaveLength(ofType('AWS::Lambda::Function').length);
    // `Retain` keeps what a rollback should remove, and then the same code cannot be deployed again.
    expect(versions.filter(({ deletionPolicy }) => deletionPolicy !== 'RetainExceptOnCreate')).toEqual([]);
  });

  it('reaches queues, routes, timers and their permissions at once, by the alias', () => {
    expect(offenders('AWS::Lambda::Alias', z.object({ Name: z.literal('live') }))).toEqual([]);
    expect(offenders('AWS::Lambda::EventSourceMapping', z.object({ FunctionName: live }))).toEqual([]);
    expect(offenders('AWS::ApiGatewayV2::Integration', z.object({ IntegrationUri: live }))).toEqual([]);
    expect(offenders('AWS::Lambda::Permission', z.object({ FunctionName: live }))).toEqual([]);
    const timers = parsed('AWS::Scheduler::Schedule', z.object({ Target: z.object({ Arn: z.string() }) }));
    expect(timers.filter(({ Target }) => !live.safeParse(Target.Arn).success)).toEqual([]);
  });

  it('does not change what an execution under way calls: its tasks name versions, and any version may be called', () => {
    const task = /"Resource":"[^"]*<(\w+)>:1"/gu;
    const machines = parsed('AWS::StepFunctions::StateMachine', z.object({ DefinitionString: z.string() }));
    const called = machines.flatMap(({ DefinitionString }) =>
      [...DefinitionString.matchAll(task)].map(([, id]) => `<${id}.Arn>:*`),
    );
    expect(called.length).toBeGreaterThan(2);
    for (const { DefinitionString } of machines) expect(DefinitionString).not.toMatch(/\.Arn>"/u);
    const policies = JSON.stringify(
      parsed('AWS::IAM::Policy', z.object({ PolicyDocument: z.unknown() }), '/Machine/Role/'),
    );
    expect(called.filter((versions) => !policies.includes(versions))).toEqual([]);
  });
});
