import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import type { Addresses } from '@sluice/demo/addresses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { RunningSystem } from '../running-system.ts';
import { chromium } from '../browsers/browsers.ts';
import { serve } from '../browsers/report.ts';
import { attack, type Attack, type Attempt } from './attacker.ts';

if (chromium === undefined)
  console.warn('SKIPPED: the test of a page of a stranger needs Chromium (apt-get install chromium).');

/** The ways in `attack.html`. */
const attemptsPerPath = 35;

const portsSchema = z.record(z.string(), z.int());

/** Needs a system that is idle, since the page must change nothing. */
export const pageOfAStranger = (system: RunningSystem) =>
  describe.skipIf(chromium === undefined)('a page of a stranger', { timeout: 180_000 }, () => {
    let ports: z.infer<typeof portsSchema>;
    let plan: Attack;
    let store: S3;
    let sqs: SQS;

    beforeAll(async () => {
      // The database has an address of its own that no page can know.
      const { dynamodb: _, ...known } = portsSchema.parse(
        JSON.parse(await readFile(join(system.folder, '.sluice', 'ports.json'), 'utf8')),
      );
      ports = known;
      const addresses = await system.addresses();
      const { accessKeyId, secretAccessKey, region, endpoint } = addresses.s3;
      const settings = { region, credentials: { accessKeyId, secretAccessKey } };
      store = new S3({ ...settings, endpoint, forcePathStyle: true });
      sqs = new SQS({ ...settings, endpoint: `http://127.0.0.1:${ports['sqs']}` });
      // Nothing takes messages from the queue of a dead letter, so a forged one would stay.
      plan = planOf((await queues()).find((url) => /dead/i.test(url)) ?? '', addresses);
    });
    afterAll(() => {
      store.destroy();
      sqs.destroy();
    });

    function planOf(queue: string, { s3 }: Addresses): Attack {
      const [, account = '', name = ''] = new URL(queue).pathname.split('/');
      const topic = `TopicArn=arn:aws:sns:us-east-1:${account}:forged`;
      const send = `Action=SendMessage&QueueUrl=${encodeURIComponent(queue)}&MessageBody=forged`;
      const forms = [
        'Action=CreateTopic&Name=forged',
        `Action=Subscribe&${topic}&Protocol=sqs&Endpoint=arn:aws:sqs:us-east-1:${account}:${name}`,
        `Action=Publish&${topic}&Message=forged`,
      ];
      const own: Readonly<Record<string, readonly string[]>> = {
        aws: ['/2015-03-31/functions/Forged/invocations'],
        mail: ['/store', '/clear-store'],
        s3: [`/${s3.bucket}/${s3.inbox}client/email/forged.csv`],
        sqs: [`/${account}/${name}?${send}`],
        tables: [],
      };
      const json = { type: 'application/x-amz-json-1.0', target: 'AmazonSQS.SendMessage' };
      return {
        targets: Object.entries(ports).map(([service, port]) => ({
          url: `http://127.0.0.1:${port}`,
          paths: ['/', '//[', ...(own[service] ?? ['/listSites', '/files?link=forged'])],
        })),
        bodies: [
          ...forms.map((body) => ({ type: 'application/x-www-form-urlencoded', body, target: '' })),
          { ...json, body: JSON.stringify({ QueueUrl: queue, MessageBody: 'forged' }) },
          { type: 'text/plain', body: '{"SecretId":"x"}', target: 'secretsmanager.GetSecretValue' },
        ],
      };
    }

    async function queues(): Promise<readonly string[]> {
      return (await sqs.listQueues({})).QueueUrls ?? [];
    }

    /** Everything that a page could have changed, as those see it who may. */
    async function state(): Promise<object> {
      const { control, mail, s3, history } = await system.addresses();
      if (control === undefined) throw new Error('The system here has no control panel.');
      const bearer = ({ token }: { token: string }) => ({ headers: { authorization: `Bearer ${token}` } });
      const sites = await fetch(`${control.baseUrl}/listSites`, {
        ...bearer(control),
        method: 'POST',
        body: '{}',
      });
      const counts = (await queues()).map(async (QueueUrl) => {
        const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
        return [QueueUrl, Attributes];
      });
      const { Versions: objects } = await store.listObjectVersions({ Bucket: s3.bucket });
      return {
        sites: z.object({ items: z.array(z.unknown()) }).parse(await sites.json()).items,
        mails: await (await fetch(`${mail.url}/store`)).json(),
        runs: await (await fetch(`${history.baseUrl}/runs`, bearer(history))).json(),
        queues: await Promise.all(counts),
        objects,
      };
    }

    const reads = (attempts: readonly Attempt[]) =>
      attempts.filter(({ outcome }) => outcome.includes('read'));

    test('reads nothing and changes nothing', async () => {
      const before = await state();
      const attempts = await attack(plan);
      expect(attempts).toHaveLength(plan.targets.flatMap(({ paths }) => paths).length * attemptsPerPath);
      expect(reads(attempts)).toEqual([]);
      expect(await state()).toEqual(before);
    });

    test('gets only refusals when its name resolves to this machine and it may read every answer', async () => {
      const before = await state();
      // The name is refused before the path is read.
      const paths = ['/', '//['];
      const targets = plan.targets.map(({ url }) => ({
        url: url.replace('127.0.0.1', 'evil.example'),
        paths,
      }));
      const attempts = await attack({ ...plan, targets }, 'evil.example', [
        '--host-resolver-rules=MAP evil.example 127.0.0.1',
        '--disable-web-security',
      ]);
      const answers = attempts.filter(({ outcome }) => /^read \d/.test(outcome));
      expect(answers.length).toBeGreaterThan(targets.length * paths.length);
      expect(answers.filter(({ outcome }) => !/^read (?:403|421) /.test(outcome))).toEqual([]);
      expect(await state()).toEqual(before);
    });

    test('would read a server without a guard', async () => {
      const port = await serve((_, response) => {
        const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
        response.writeHead(200, { ...allowed, 'content-type': 'text/javascript' }).end('1');
      });
      const targets = [{ url: `http://127.0.0.1:${port}`, paths: ['/'] }];
      const attempts = await attack({ ...plan, targets });
      expect(new Set(reads(attempts).map(({ attempt }) => attempt))).toEqual(
        new Set([
          ...['get', 'get without a referrer', 'head', 'signed get', 'bearer get'],
          ...['post', 'post with a target', 'script', 'style sheet'],
        ]),
      );
    });
  });
