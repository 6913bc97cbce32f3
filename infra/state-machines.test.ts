import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parsed } from './testing/offenders.ts';

/** It has no types of its own. */
const validate = createRequire(import.meta.url)('asl-validator') as (definition: object) => {
  readonly isValid: boolean;
  readonly errorsText: () => string;
};

const definitionSchema = z.looseObject({
  StartAt: z.string(),
  States: z.record(z.string(), z.record(z.string(), z.unknown())),
});
type Definition = z.infer<typeof definitionSchema>;

/** Definitions of the templates, with names in the place of references. */
const machines = parsed('AWS::StepFunctions::StateMachine', z.object({ DefinitionString: z.string() })).map(
  ({ path, DefinitionString }): [string, Definition] => [
    path,
    definitionSchema.parse(JSON.parse(DefinitionString.replaceAll(/<(\w+)>/gu, '$1'))),
  ],
);

describe('the language of state machines', () => {
  it('allows each definition of the templates', () => {
    const faults = machines.map(([path, definition]) => [path, validate(definition).errorsText()]);
    expect(faults).toEqual([
      ['BulkImportStack/Tracking/Machine/Resource', ''],
      ['BulkImportStack/Migrations/Machine/Resource', ''],
    ]);
  });

  it.each<[string, Partial<Definition>, string]>([
    [
      'a state that nothing leads to',
      { States: { Lost: { Type: 'Succeed' } } },
      'State Lost is not reachable',
    ],
    ['a beginning that is not there', { StartAt: 'Nowhere' }, 'MISSING_TRANSITION_TARGET'],
    ['a type that is not there', { States: { Wait: { Type: 'Sleep' } } }, '/States/Wait/Type is invalid'],
    ['a wait without a time', { States: { Wait: { Type: 'Wait', Next: 'Done' } } }, 'WAIT'],
    ['a path that is none', { States: { Done: { Type: 'Succeed', OutputPath: 'result' } } }, 'path'],
  ])('refuses %s', (_, broken, fault) => {
    for (const [, definition] of machines) {
      const States = { ...definition.States, ...broken.States };
      expect(validate(structuredClone({ ...definition, ...broken, States })).errorsText()).toContain(fault);
    }
  });
});
