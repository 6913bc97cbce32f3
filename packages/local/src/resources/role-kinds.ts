import * as z from 'zod';
import { tableShapesOf } from './table-shapes.ts';
import { physicalName } from '../base/names.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { accountId } from '../base/pseudo-parameters.ts';
import { unsupported } from '../templates/unsupported.ts';
import { roleIdOf, type Policies } from '../iam/authority.ts';
import { permissionsByResource } from './resource-policies.ts';
import { policySchema, type Permission } from '../iam/policy.ts';

const roleSchema = z.object({
  ManagedPolicyArns: unsupported('managed policies are not known here'),
  Policies: unsupported('only policies that are resources are read here'),
  PermissionsBoundary: unsupported('boundaries are not known here'),
});
const attachedSchema = z.object({
  PolicyDocument: policySchema,
  Roles: z.array(z.string()),
  Users: unsupported('only roles have policies here'),
  Groups: unsupported('only roles have policies here'),
});

const nameOfRole = (resource: Resource): string => physicalName(resource, 'RoleName');

/** `AWS::IAM::Role` */
export const roleKind: ResourceKind = {
  identify: (resource) => {
    const name = nameOfRole(resource);
    return {
      ref: name,
      attributes: { Arn: `arn:aws:iam::${accountId}:role/${name}`, RoleId: roleIdOf(name) },
    };
  },
  create: (resource) => void resource.parse(roleSchema),
};

/** `AWS::IAM::Policy`: `policiesOf` reads it. */
export const policyKind: ResourceKind = {
  identify: (resource) => {
    const name = physicalName(resource, 'PolicyName', 128);
    return { ref: name, attributes: { Id: name } };
  },
  create: () => undefined,
};

/** What each role may do. */
function permissionsByRole(resources: readonly Resource[]): Record<string, Permission[]> {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const roles = Object.fromEntries(
    ofType('AWS::IAM::Role').map((role): [string, Permission[]] => [nameOfRole(role), []]),
  );
  for (const policy of ofType('AWS::IAM::Policy')) {
    const { PolicyDocument, Roles } = policy.parse(attachedSchema);
    for (const role of Roles) roles[role]?.push(...PolicyDocument);
  }
  return roles;
}

/** What the resources declare for the servers. */
export function policiesOf(resources: readonly Resource[]): Policies {
  return {
    roles: permissionsByRole(resources),
    resources: permissionsByResource(resources),
    tables: tableShapesOf(resources),
  };
}
