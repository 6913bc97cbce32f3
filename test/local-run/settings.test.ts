import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../examples/settings/sluice.config.ts';
import { unbundledApp } from '../../infra/testing/templates.ts';
import { describeWithoutEffect } from '../../packages/local/src/resources/resource-kinds.ts';
import { startMachine } from '../../packages/local/src/machine/start-machine.ts';

it('stacks with domains, a VPC and keys run on one machine, which says what it ignores', async () => {
  const { domains, vpc, encryption } = config['prod'] ?? {};
  const app = unbundledApp({ domains, vpc, encryption });
  app.synth();
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
  const running = await startMachine({ cdkOut: app.outdir, dataDir, log: () => undefined });
  try {
    const { outputs, resources } = running;
    const ignored = describeWithoutEffect(resources);
    expect(ignored).toMatch(/ApiGatewayV2::ApiMapping \(2\), AWS::ApiGatewayV2::DomainName \(2\)/u);
    expect(ignored).toMatch(
      /\. The functions run outside of their VPC\. No key of KMS encrypts anything\.$/u,
    );
    // Nothing leads from the names to this machine, so mails and people get addresses of this machine.
    expect(outputs).toMatchObject({
      HistoryDomainUrl: outputs['HistoryUrl'],
      ServiceDomainUrl: outputs['ServiceUrl'],
    });
    const reportRun = resources.find(({ logicalId }) => logicalId.startsWith('ReportingReportRunFunction'));
    expect(reportRun?.property('Environment')).toMatchObject({
      Variables: { LINKS_URL: `${outputs['HistoryUrl']}/files` },
    });
  } finally {
    await running.stop();
    for (const folder of [app.outdir, dataDir]) rmSync(folder, { recursive: true });
  }
});
