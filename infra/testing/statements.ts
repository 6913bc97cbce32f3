import { policySchema, type Permission as OfPolicy } from '@sluice/local/iam';
import { z } from 'zod';
import { parsed } from './offenders.ts';

export interface Permission extends OfPolicy {
  /** The construct that the role belongs to. */
  readonly holder: string;
}

/** What the roles of the templates may do: every action on every resource, one by one. */
export function permissions(): Permission[] {
  return parsed('AWS::IAM::Policy', z.object({ PolicyDocument: policySchema })).flatMap(
    ({ path, PolicyDocument }) => {
      const holder = path.replace(/\/(Role\/)?DefaultPolicy\/Resource$/, '');
      return PolicyDocument.map((permission) => ({ holder, ...permission }));
    },
  );
}
