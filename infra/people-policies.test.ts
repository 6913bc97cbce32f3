import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { templates } from './testing/default-templates.ts';
import { resolved } from './testing/resolved.ts';

const policySchema = z.strictObject({
  Version: z.literal('2012-10-17'),
  Statement: z.array(
    z.strictObject({
      Effect: z.literal('Allow'),
      Action: z.array(z.string()),
      Resource: z.array(z.string()),
    }),
  ),
});

/** `action place`, with the drop bucket, the files bucket and the history by their names. */
function allowedBy(output: string): string[] {
  const text = z.string().parse(resolved(templates.outputs.get(`BulkImportStack.${output}`), templates));
  expect(text.length).toBeLessThan(4096);
  return policySchema
    .parse(JSON.parse(text))
    .Statement.flatMap(({ Action, Resource }) =>
      Action.flatMap((action) => Resource.map((resource) => `${action} ${placeOf(resource)}`)),
    );
}

function placeOf(arn: string): string {
  return arn
    .replace(/^<(Drops|Files)\w+\.Arn>/u, '$1')
    .replace(
      /^arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<HistoryFront\w+>/u,
      'History',
    );
}

const reads = [
  'execute-api:Invoke History/$default/GET/runs',
  'execute-api:Invoke History/$default/GET/runs/*',
  's3:GetObject Files/runs/*/results/*',
];

describe('the policies for people', () => {
  it.each([
    ['DropperPolicy', ['s3:PutObject Drops/inbox/FOLDER/*']],
    ['ReaderPolicy', reads],
    [
      'ApproverPolicy',
      [
        ...reads,
        'execute-api:Invoke History/$default/POST/runs/*/approve',
        'execute-api:Invoke History/$default/POST/runs/*/cancel',
      ],
    ],
    ['ProfileKeeperPolicy', ['s3:GetObject Drops/profiles/*', 's3:PutObject Drops/profiles/*']],
  ])('%s allows this and nothing else', (output, allowed) => {
    expect(allowedBy(output)).toEqual(allowed);
  });

  it('name routes of the history that require a signature', () => {
    const routes = templates.resources.filter(
      ({ type, path }) => type === 'AWS::ApiGatewayV2::Route' && path.includes('/History/'),
    );
    const signed = routes.filter(({ properties }) => properties['AuthorizationType'] === 'AWS_IAM');
    expect(signed).toHaveLength(routes.length);
    const keys = routes.map(({ properties }) => properties['RouteKey']);
    expect(keys).toEqual(
      expect.arrayContaining(['GET /runs', 'GET /runs/{runId}', 'POST /runs/{runId}/{act}']),
    );
  });
});
