import { policySchema, type Permission as OfPolicy } from '@sluice/local/iam';
import * as z from 'zod';
import { templates } from './default-templates.ts';
import { resolved } from './resolved.ts';
import type { Templates } from './templates.ts';

export interface Permission extends OfPolicy {
  /** The construct that the role belongs to. */
  readonly holder: string;
}

const schema = z.object({ PolicyDocument: policySchema });

/** What the roles of the templates may do: every action on every resource, one by one. */
export function permissions(of: Templates = templates): Permission[] {
  const policies = of.resources.filter(({ type }) => type === 'AWS::IAM::Policy');
  return policies.flatMap(({ path, properties }) => {
    const holder = path.replace(/\/(Role\/)?DefaultPolicy\/Resource$/, '');
    const { PolicyDocument } = schema.parse(resolved(properties, of));
    return PolicyDocument.map((permission) => ({ holder, ...permission }));
  });
}
