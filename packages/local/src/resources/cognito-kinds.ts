import * as z from 'zod';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { shortHash } from '../base/short-hash.ts';
import { arn, region, urlSuffix } from '../base/pseudo-parameters.ts';
import { unsupported } from '../templates/unsupported.ts';

/** Computed from the stack and the logical id, in the form of an id on AWS. */
export function poolIdOf(resource: Resource): string {
  return `${region}_${shortHash(resource.place, 9)}`;
}

export function issuerOf(poolId: string): string {
  return `https://cognito-idp.${region}.${urlSuffix}/${poolId}`;
}

/** The address on AWS that templates make from the name of a domain. */
export function awsDomainOf(resource: Resource): string {
  return `https://${String(resource.property('Domain'))}.auth.${region}.amazoncognito.com`;
}

/** `AWS::Cognito::UserPool`: its server listens before any resource is identified. Nobody has a password here. */
export const userPoolKind: ResourceKind = {
  identify: (resource) => {
    const id = poolIdOf(resource);
    const issuer = issuerOf(id);
    const attributes = { ProviderName: issuer.replace('https://', ''), ProviderURL: issuer, UserPoolId: id };
    return { ref: id, attributes: { ...attributes, Arn: arn('cognito-idp', `userpool/${id}`) } };
  },
  create: (resource) => void resource.parse(z.object({ LambdaConfig: unsupported('no triggers run here') })),
};

const groupSchema = z.object({
  UserPoolId: z.string(),
  GroupName: z.string(),
  Description: z.string().optional(),
});

/** `AWS::Cognito::UserPoolGroup` */
export const userPoolGroupKind: ResourceKind = {
  identify: (resource) => ({ ref: String(resource.property('GroupName')), attributes: {} }),
  create: (resource, { userPools }) => {
    const { UserPoolId, GroupName: name, Description: description } = resource.parse(groupSchema);
    userPools.addGroup(UserPoolId, { name, description });
  },
};

const inSeconds = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
const clientSchema = z.object({
  UserPoolId: z.string(),
  AllowedOAuthFlows: z.tuple([z.literal('code')], { error: 'only the code flow is run here' }),
  AllowedOAuthScopes: z.array(z.string()),
  CallbackURLs: z.array(z.string()),
  LogoutURLs: z.array(z.string()).default([]),
  GenerateSecret: z.literal(false, { error: 'clients have no secret here' }).optional(),
  RefreshTokenValidity: z.number().default(30),
  TokenValidityUnits: z
    .object({ RefreshToken: z.enum(['seconds', 'minutes', 'hours', 'days']).default('days') })
    .prefault({}),
  RefreshTokenRotation: unsupported('refresh tokens stay the same here'),
});
const clientIdOf = (resource: Resource): string => shortHash(resource.place, 26);

/** `AWS::Cognito::UserPoolClient` */
export const userPoolClientKind: ResourceKind = {
  identify: (resource) => ({ ref: clientIdOf(resource), attributes: { ClientId: clientIdOf(resource) } }),
  create: (resource, { userPools }) => {
    const given = resource.parse(clientSchema);
    userPools.addClient(given.UserPoolId, {
      id: clientIdOf(resource),
      callbacks: given.CallbackURLs,
      logouts: given.LogoutURLs,
      scopes: given.AllowedOAuthScopes,
      refreshSeconds: given.RefreshTokenValidity * inSeconds[given.TokenValidityUnits.RefreshToken],
    });
  },
};

/** `AWS::Cognito::UserPoolDomain`: its address leads to the server of the pool. */
export const userPoolDomainKind: ResourceKind = {
  identify: (resource) => ({ ref: String(resource.property('Domain')), attributes: {} }),
  create: () => undefined,
};
