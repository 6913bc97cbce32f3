import { z } from 'zod';
import { parsed } from './offenders.ts';

const list = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const policySchema = z.object({
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.enum(['Allow', 'Deny']),
        Action: list,
        Resource: list,
        Condition: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
});

export interface Permission {
  /** The construct that the role belongs to. */
  readonly holder: string;
  readonly action: string;
  readonly resource: string;
  readonly conditions?: Readonly<Record<string, unknown>> | undefined;
}

/** What the roles of the templates may do: every action on every resource, one by one. */
export function permissions(): Permission[] {
  return parsed('AWS::IAM::Policy', policySchema).flatMap(({ path, PolicyDocument }) => {
    const holder = path.replace(/\/(Role\/)?DefaultPolicy\/Resource$/, '');
    return PolicyDocument.Statement.filter(({ Effect }) => Effect === 'Allow').flatMap(
      ({ Action, Resource, Condition: conditions }) =>
        Action.flatMap((action) =>
          Resource.map((resource) => ({ holder, action, resource, ...(conditions && { conditions }) })),
        ),
    );
  });
}
