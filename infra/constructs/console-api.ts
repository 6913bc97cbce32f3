import { consoleRoutes, type ConsoleRouteName } from '@sluice/console/api/routes';
import { authorizeConsoleEnv } from '@sluice/functions/authorize-console/env';
import { consoleSessionEnv } from '@sluice/functions/console-session/env';
import { recordHistoryEnv } from '@sluice/functions/record-history/env';
import { saveProfileEnv } from '@sluice/functions/save-profile/env';
import { packedFolders, packedSettings } from '@sluice/functions/packed-variable';
import { signDownloadEnv } from '@sluice/functions/sign-download/env';
import { Duration, Stack } from 'aws-cdk-lib';
import { HttpMethod, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Construct } from 'constructs';
import type { Stage } from '../settings/settings.ts';
import { acknowledge } from './acknowledge.ts';
import type { ConsoleTable } from './console-table.ts';
import type { FlowParts } from './flow-parts.ts';
import { setting, together } from './grant.ts';
import { HttpFront } from './http-front.ts';
import { ServiceFunction } from './service-function.ts';
import type { SignIn } from './sign-in.ts';
import { shownSettings } from '../settings/shown-settings.ts';
import { stageAround } from '../stack/sluice-stack.ts';

export interface RoutingProps extends Pick<FlowParts, 'drops' | 'files' | 'ledger' | 'service'> {
  readonly items: ConsoleTable;
  readonly signIn: SignIn;
  readonly consoleUrl: string;
  /** Functions that other parts have. */
  readonly others: Readonly<
    Record<'actOnMigration' | 'actOnRun' | 'historyApi' | 'signUpload', ServiceFunction>
  >;
}

const timeout = Duration.seconds(29);

/** What the page asks: the same functions that the command line calls, and some of its own, behind the sessions of people. */
export class ConsoleApi extends Construct {
  readonly apiId: string;
  readonly #front: HttpFront;

  constructor(scope: Construct, id: string, { throttle }: Pick<Stage, 'throttle'>) {
    super(scope, id);
    this.#front = new HttpFront(this, 'Front', {
      name: 'console',
      // The first part of the path, so that the distribution has nothing to rewrite.
      stageName: 'api',
      throttle,
      domain: undefined,
      // People see at once what it answers.
      isDetail: true,
      impact: 'The console shows errors in the place of runs and plans; drops and the command line continue.',
    });
    this.apiId = this.#front.apiId;
  }

  /** Each route to its function, after the authorizer. */
  route(props: RoutingProps): void {
    const functions = this.#functions(props);
    const authorizer = new HttpLambdaAuthorizer('Authorizer', functions.authorize.live, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: ['$request.header.Cookie'],
      resultsCacheTtl: Duration.seconds(0),
    });
    for (const [name, to] of Object.entries(functionsOf(functions, props))) {
      const { method, path, may } = consoleRoutes[name as ConsoleRouteName];
      const isOpen = may === 'everyone';
      const route = this.#front.route(name, {
        key: HttpRouteKey.with(path, HttpMethod[method]),
        to,
        ...(!isOpen && { authorizer }),
      });
      if (isOpen)
        acknowledge(route, {
          'AwsSolutions-APIG4': 'Who signs in has no session yet; the user pool says who they are.',
        });
    }
  }

  #functions({ drops, files, ledger, service, items, signIn, consoleUrl }: RoutingProps) {
    const common = { timeout, memoryMb: 256 };
    return {
      authorize: new ServiceFunction(this, 'AuthorizeConsole', {
        ...common,
        folder: 'authorize-console',
        env: authorizeConsoleEnv,
        given: together(items.grant('session'), signIn.grant()),
        impact: 'The console refuses everybody, also those who are signed in.',
      }),
      session: new ServiceFunction(this, 'ConsoleSession', {
        ...common,
        folder: 'console-session',
        env: consoleSessionEnv,
        given: together(
          items.grant('session', 'signIn'),
          signIn.grant(),
          setting({
            CONSOLE_URL: consoleUrl,
            STACK_NAME: Stack.of(this).stackName,
            SETTINGS: packedSettings.encode(shownSettings(stageAround(this))),
            DROP_FOLDERS: packedFolders.encode(stageAround(this).dropFolders),
          }),
        ),
        impact: 'Nobody can sign in to the console; who is signed in stays so.',
      }),
      signDownload: new ServiceFunction(this, 'SignDownload', {
        ...common,
        folder: 'sign-download',
        env: signDownloadEnv,
        // The run names the bucket of its drop.
        given: together(ledger.grantRead(), { ...drops.grantReadVersions(), env: {} }, files.grantRead()),
        impact: 'The console shows no plans and results, and gives no files.',
      }),
      saveProfile: new ServiceFunction(this, 'SaveProfile', {
        ...common,
        folder: 'save-profile',
        env: saveProfileEnv,
        given: drops.grantProfiles(),
        impact: 'The console shows and saves no profiles; drops are read by those that are there.',
      }),
      recordHistory: new ServiceFunction(this, 'RecordHistory', {
        ...common,
        folder: 'record-history',
        env: recordHistoryEnv,
        given: together(ledger.grantRead(), files.grantReadOutcomes(), service.grantHistory()),
        impact: 'The console does not show which runs changed a record.',
      }),
    };
  }
}

/** A route of the table that is missing here does not compile. */
const functionsOf = (
  ours: Readonly<Record<'recordHistory' | 'saveProfile' | 'session' | 'signDownload', ServiceFunction>>,
  { others: { actOnMigration, actOnRun, historyApi, signUpload } }: RoutingProps,
): Readonly<Record<ConsoleRouteName, ServiceFunction>> => ({
  signIn: ours.session,
  signedIn: ours.session,
  signOut: ours.session,
  session: ours.session,
  settings: ours.session,
  runs: historyApi,
  run: historyApi,
  rows: historyApi,
  events: historyApi,
  items: historyApi,
  figures: historyApi,
  seals: historyApi,
  heads: historyApi,
  recordHistory: ours.recordHistory,
  changes: ours.recordHistory,
  approve: actOnRun,
  cancel: actOnRun,
  decide: actOnRun,
  undo: actOnRun,
  upload: signUpload,
  resumeUpload: signUpload,
  completeUpload: signUpload,
  download: ours.signDownload,
  profiles: ours.saveProfile,
  profile: ours.saveProfile,
  profileVersions: ours.saveProfile,
  profileVersion: ours.saveProfile,
  saveProfile: ours.saveProfile,
  migrations: historyApi,
  migration: historyApi,
  startMigration: actOnMigration,
  undoMigration: actOnMigration,
});
