import { actOnRun } from '@sluice/flow/act/act-on-run';
import type { Access } from '@sluice/local/iam';
import * as z from 'zod';
import { expiring, lasting } from '../../infra/settings/retention.ts';
import { templates } from '../../infra/testing/default-templates.ts';
import { resolved } from '../../infra/testing/resolved.ts';
import type { Resource } from '../../infra/testing/templates.ts';

/** Something that somebody may or may not do. */
export interface Act {
  /** What it is done to, and what is done. */
  readonly place: string;
  readonly verb: string;
  readonly stack: string;
  /** Each would do it. */
  readonly requests: readonly Access[];
  /** Who may without a permission of IAM: everybody, where what answers checks tokens itself, or who has a session of the console. */
  readonly callers?: 'everybody' | 'session' | undefined;
}

const flow = 'BulkImportStack';
const shortName = (stack: string): string => (stack === flow ? 'flow' : 'service');

/** The name of a construct: its path without the stack, and without what every one has. */
const placeOf = ({ path }: Resource): string =>
  path
    .split('/')
    .slice(1, -1)
    .filter((part) => !['Bucket', 'Table', 'Queue', 'Function', 'Front'].includes(part))
    .join('/');

const ofType = (type: string): Resource[] => templates.resources.filter((one) => one.type === type);

const arn = (name: string, resource: string): string =>
  `arn:<AWS::Partition>:${name}:<AWS::Region>:<AWS::AccountId>:${resource}`;

/**
 * The ARNs by which others name a resource: also those of a version and of the alias of a function. A machine that starts itself
 * is named, since a template cannot have a circle.
 */
const arnsOf = ({ id, properties }: Resource): string[] => [
  `<${id}.Arn>`,
  `<${id}.Arn>:1`,
  `arn:aws:lambda:eu-west-1:123456789012:function:<${id}>:live`,
  `<${id}>`,
  arn('states', `stateMachine:${String(resolved(properties['StateMachineName'], templates))}`),
];

/** An act for each resource of a type and each verb: any of the actions will do. */
function actsOn(type: string, verbs: Readonly<Record<string, readonly string[]>>): Act[] {
  return ofType(type).flatMap((resource) =>
    Object.entries(verbs).map(([verb, actions]) => ({
      ...{ verb, place: `${shortName(resource.stack)} ${placeOf(resource)}`, stack: resource.stack },
      requests: actions.flatMap((action) => arnsOf(resource).map((arn) => ({ action, resource: arn }))),
    })),
  );
}

const objectVerbs = {
  read: ['s3:GetObject', 's3:GetObjectVersion'],
  write: ['s3:PutObject'],
  remove: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
};

/** Objects by bucket: two folders of the inbox, four kinds of files of a run, and every other prefix. */
const objects = [...expiring, ...lasting].flatMap(({ bucket, prefix }) => {
  if (prefix === 'inbox/')
    return ['inbox/FOLDER/a.csv', 'inbox/another/a.csv'].map((key) => ({ bucket, key }));
  if (prefix === 'runs/')
    return ['runs/1/results/a.csv', 'runs/1/links/1', 'runs/1/outcomes/1', 'runs/1/batches/1'].map((key) => ({
      bucket,
      key,
    }));
  return [{ bucket, key: `${prefix}1` }];
});
const buckets = { drops: 'flow Drops', files: 'flow Files', data: 'service Files' } as const;
const bucketOf = ({ bucket, key }: (typeof objects)[number]): string =>
  bucket === 'audit' ? `${key.startsWith('panel/') ? 'service' : 'flow'} Audit` : buckets[bucket];

const onObjects: Act[] = ofType('AWS::S3::Bucket').flatMap((bucket) => {
  const { stack, id } = bucket;
  const place = `${shortName(stack)} ${placeOf(bucket)}`;
  const keys = objects.filter((one) => bucketOf(one) === place).map(({ key }) => key);
  return [...keys, 'elsewhere/1'].flatMap((key) =>
    Object.entries(objectVerbs).map(([verb, actions]) => ({
      ...{ verb, place: `${place} ${key}`, stack },
      requests: actions.map((action) => ({ action, resource: `<${id}.Arn>/${key}` })),
    })),
  );
});

const partitions: Readonly<Record<string, readonly string[]>> = {
  'flow Ledger': [
    ...[
      'run#1',
      'claim#1',
      'lane#1',
      'budget#1',
      'migration#1',
      'months',
      'seals',
      'seals#1',
      'days',
      'sweep',
    ],
  ],
  'flow Uploading/ConsoleItems': ['session#1', 'sign-in#1', 'upload#1', 'elsewhere#1'],
  'service Data': [
    ...['S', 'S#1', 'T#1', 'A', 'W#1', 'D#1', 'F#1', 'K#1', 'L#1', 'Q#1', 'U#1#user'],
    ...['R#1#user#1', 'R#1#list#1', 'R#1#document#1', 'R#1#import#1'],
  ],
};
/** Each role may also read only some items of it, and nobody may list them. */
const readByItem = 'flow Uploading/ConsoleItems';

const reads = ['GetItem', 'BatchGetItem'];
const lists = ['Query', 'Scan', 'PartiQLSelect'];
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
const statements = ['PartiQLInsert', 'PartiQLUpdate', 'PartiQLDelete'];

const onTables: Act[] = ofType('AWS::DynamoDB::Table').flatMap((table) => {
  const { stack, id } = table;
  const place = `${shortName(stack)} ${placeOf(table)}`;
  const act = (verb: string, actions: readonly string[], partition?: string): Act => ({
    ...{ verb, place: `${place} ${partition ?? ''}`.trim(), stack },
    requests: actions.map((action) => ({
      action: `dynamodb:${action}`,
      resource: `<${id}.Arn>`,
      context: partition === undefined ? undefined : { 'dynamodb:LeadingKeys': [partition] },
    })),
  });
  const ofTable = partitions[place];
  if (ofTable === undefined) throw new Error(`Which partitions has ${place}?`);
  const written = ofTable.map((one) => act('write', [...writes, ...statements], one));
  if (place === readByItem)
    return [
      act('list', lists),
      act('delete', ['DeleteTable']),
      ...ofTable.map((one) => act('read', reads, one)),
      ...written,
    ];
  return [
    act('read', [...reads, ...lists]),
    ...written,
    act('delete', ['DeleteTable']),
    ...ofTable.map((one) => act('delete', ['DeleteItem', 'BatchWriteItem', 'PartiQLDelete'], one)),
  ];
});

const routeSchema = z.object({
  ApiId: z.object({ Ref: z.string() }),
  RouteKey: z.string(),
  AuthorizationType: z.enum(['AWS_IAM', 'CUSTOM', 'NONE']).default('NONE'),
});
const callersBy = { AWS_IAM: undefined, CUSTOM: 'session', NONE: 'everybody' } as const;

/** What may stand for a variable of a route. */
async function wordsFor(route: string): Promise<readonly string[]> {
  if (route.includes('/undo/')) return ['getRevert', 'listChanges', 'recordHistory', 'revertImport'];
  if (route.includes('{operation}')) return ['createToken'];
  if (route.includes('/migrations/')) return ['start', 'cancel', 'undo'];
  const request = { method: 'POST', path: '/runs/1/none', headers: {}, query: {}, sourceIp: '', body: '' };
  const { body } = await actOnRun(request, {} as never);
  return /\{runId\}\/([\w |]+)/.exec(String(body))?.[1]?.split(' | ') ?? [];
}

async function onRoute({ stack, path: construct, properties }: Resource): Promise<Act[]> {
  const { ApiId, RouteKey, AuthorizationType } = routeSchema.parse(properties);
  const last = /\{(?:act|operation)\}/;
  const keys = last.test(RouteKey)
    ? (await wordsFor(RouteKey)).map((word) => RouteKey.replace(last, word))
    : [RouteKey];
  // The API of the console has routes that the history API also has, and answers below a stage of its own.
  const [api, stage] = construct.includes('/Console/')
    ? ['flow console', 'api']
    : [shortName(stack), '$default'];
  const callers = callersBy[AuthorizationType];
  return keys.map((key) => {
    const path = key.replace(' ', '').replaceAll(/\{\w+\}/g, '1');
    const request = {
      action: 'execute-api:Invoke',
      resource: arn('execute-api', `<${ApiId.Ref}>/${stage}/${path}`),
    };
    return { verb: 'call', place: `${api} ${key}`, stack, requests: [request], callers };
  });
}

/** Everything that can be done with the stacks, whoever does it. */
export const allActs = async (): Promise<readonly Act[]> => [
  ...onObjects,
  ...onTables,
  ...(await Promise.all(ofType('AWS::ApiGatewayV2::Route').map(onRoute))).flat(),
  ...actsOn('AWS::SecretsManager::Secret', {
    read: ['secretsmanager:GetSecretValue'],
    write: ['secretsmanager:PutSecretValue', 'secretsmanager:UpdateSecret'],
  }),
  ...actsOn('AWS::SQS::Queue', { send: ['sqs:SendMessage'], receive: ['sqs:ReceiveMessage'] }),
  ...actsOn('AWS::Lambda::Function', { invoke: ['lambda:InvokeFunction'] }),
  ...actsOn('AWS::StepFunctions::StateMachine', { start: ['states:StartExecution'] }),
];
