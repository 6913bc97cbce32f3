import * as z from 'zod';
import { roleNameOf } from '../iam/authority.ts';
import { physicalName } from '../base/names.ts';
import type { ResourceKind } from './resource-kind.ts';
import { arn } from '../base/pseudo-parameters.ts';

const propertiesSchema = z.object({
  DefinitionString: z.string({ error: 'a definition in the template is expected' }),
  RoleArn: z.string(),
  StateMachineType: z.literal('STANDARD', { error: 'express machines are not run here' }).optional(),
});

/** `AWS::StepFunctions::StateMachine` */
export const stateMachineKind: ResourceKind = {
  identify: (resource) => {
    const name = physicalName(resource, 'StateMachineName', 80);
    const machineArn = arn('states', `stateMachine:${name}`);
    return { ref: machineArn, attributes: { Arn: machineArn, Name: name } };
  },
  create: (resource, { states }) => {
    const { DefinitionString, RoleArn } = resource.parse(propertiesSchema);
    states.create(physicalName(resource, 'StateMachineName', 80), DefinitionString, roleNameOf(RoleArn));
  },
};
