import { describe, expect, it } from 'vitest';
import { templates } from './testing/default-templates.ts';
import { peoplePermissions } from './testing/people.ts';

/** `action place`, with the drop bucket, the files bucket and the history by their names. */
function allowedBy(output: string): string[] {
  const allowed = peoplePermissions.filter(({ holder }) => holder === `BulkImportStack.${output}`);
  return allowed.map(({ action, resource, conditions }) => {
    const prefix = conditions?.StringLike?.['s3:prefix'];
    return [action, placeOf(resource), ...(prefix ?? [])].join(' ');
  });
}

function placeOf(arn: string): string {
  return arn
    .replace(
      /^arn:<AWS::Partition>:cloudformation:<AWS::Region>:<AWS::AccountId>:stack\/BulkImportStack\/\*$/u,
      'Stack',
    )
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
    ['CommandLinePolicy', ['cloudformation:DescribeStacks Stack']],
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
    [
      'ProfileKeeperPolicy',
      [
        's3:GetObject Drops/profiles/*',
        's3:PutObject Drops/profiles/*',
        's3:DeleteObject Drops/profiles/*',
        's3:ListBucket Drops profiles/*',
        's3:GetObjectVersion Drops/inbox/*',
      ],
    ],
    [
      'MigrationKeeperPolicy',
      [
        ...reads,
        's3:GetObject Drops/migrations/*',
        's3:PutObject Drops/migrations/*',
        's3:DeleteObject Drops/migrations/*',
        's3:ListBucket Drops migrations/*',
        's3:GetObject Drops/profiles/*',
        'execute-api:Invoke History/$default/GET/migrations',
        'execute-api:Invoke History/$default/GET/migrations/*',
        'execute-api:Invoke History/$default/POST/migrations/*/*',
      ],
    ],
  ])('%s allows this and nothing else', (output, allowed) => {
    expect(allowedBy(output)).toEqual(allowed);
  });

  it('name routes of the history that require a signature', () => {
    const routes = templates.resources.filter(
      ({ type, path }) => type === 'AWS::ApiGatewayV2::Route' && path.includes('/HistoryFront/'),
    );
    const signed = routes.filter(({ properties }) => properties['AuthorizationType'] === 'AWS_IAM');
    const keys = signed.map(({ properties }) => properties['RouteKey']);
    // The other one opens links in mails.
    expect(signed).toHaveLength(routes.length - 1);
    expect(keys).toEqual(
      expect.arrayContaining(['GET /runs', 'GET /runs/{runId}', 'POST /runs/{runId}/{act}']),
    );
  });
});
