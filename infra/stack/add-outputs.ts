import { CfnOutput, type Stack } from 'aws-cdk-lib';

/** By these names people and tools find the parts of a stack. */
export function addOutputs(stack: Stack, values: Readonly<Record<string, string>>): CfnOutput[] {
  return Object.entries(values).map(([name, value]) => new CfnOutput(stack, name, { value }));
}

/** The address of a domain name of the stage, and where its DNS record points. */
export const outputsOfDomain = (
  api: string,
  domain: { readonly url: string; readonly target: string } | undefined,
): Record<string, string> =>
  domain ? { [`${api}DomainUrl`]: domain.url, [`${api}DomainTarget`]: domain.target } : {};
