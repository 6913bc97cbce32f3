import { aliasesOf, distributionIdOf, domainOf } from '../resources/cloudfront-kinds.ts';
import { awsDomainOf, issuerOf, poolIdOf } from '../resources/cognito-kinds.ts';
import { apiIdOf, awsAddressOf } from '../resources/api-kinds.ts';
import { region, urlSuffix } from '../base/pseudo-parameters.ts';
import { bucketName } from '../base/names.ts';
import type { Ports } from '../base/ports.ts';
import type { Resource } from '../resources/resource-kind.ts';
import type { Services } from './services.ts';

/** Templates contain addresses on AWS. In the place of each is one of this machine. */
export class Addresses {
  readonly #here = new Map<string, string>();

  put(onAws: string, here: string): void {
    this.#here.set(onAws, here);
  }

  readonly relocate = (text: string): string =>
    text.includes('https://')
      ? [...this.#here].reduce((rest, [onAws, here]) => rest.replaceAll(onAws, here), text)
      : text;
}

interface Opening {
  readonly services: Pick<Services, 'apis' | 'distributions' | 's3' | 'userPools'>;
  readonly addresses: Addresses;
  readonly ports: Ports;
  /** The port of the first API. */
  readonly first: number | undefined;
}

/** Opens the servers whose addresses other resources contain, before any of these is identified. */
export async function openServers(resources: readonly Resource[], opening: Opening): Promise<void> {
  const { services, addresses, ports, first } = opening;
  const { apis, distributions, s3, userPools } = services;
  const ofType = (wanted: string) => resources.filter(({ type }) => type === wanted);
  let port = first;
  const require = (service: string): void => {
    if (port === undefined) return;
    ports.require(service, port);
    port += 1;
  };
  for (const id of ofType('AWS::ApiGatewayV2::Api').map(apiIdOf)) {
    require(id);
    await apis.open(id);
    addresses.put(awsAddressOf(id), apis.addressOf(id));
  }
  for (const mapping of ofType('AWS::ApiGatewayV2::ApiMapping')) {
    const id = String(mapping.property('ApiId'));
    addresses.put(`https://${String(mapping.property('DomainName'))}`, apis.addressOf(id));
  }
  for (const distribution of ofType('AWS::CloudFront::Distribution')) {
    const id = distributionIdOf(distribution);
    require(id);
    await distributions.open(id);
    for (const name of [domainOf(id), ...aliasesOf(distribution)])
      addresses.put(`https://${name}`, distributions.addressOf(id));
  }
  for (const id of ofType('AWS::Cognito::UserPool').map(poolIdOf)) await userPools.open(id, issuerOf(id));
  for (const domain of ofType('AWS::Cognito::UserPoolDomain'))
    addresses.put(awsDomainOf(domain), userPools.addressOf(String(domain.property('UserPoolId'))));
  for (const bucket of ofType('AWS::S3::Bucket').map(bucketName))
    addresses.put(`https://${bucket}.s3.${region}.${urlSuffix}`, `${s3.endpoint}/${bucket}`);
}
