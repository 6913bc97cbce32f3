import { actOnMigrationEnv } from '@sluice/functions/act-on-migration/env';
import { runMigrationEnv } from '@sluice/functions/run-migration/env';
import { scheduleMigrationEnv } from '@sluice/functions/schedule-migration/env';
import { Aws, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { JsonPath, TaskInput, type StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge, placeInFindings } from './acknowledge.ts';
import { allowKey } from './encryption.ts';
import { stageAround } from '../stack/sluice-stack.ts';
import type { FlowParts } from './flow-parts.ts';
import { setting, together, type Grant } from './grant.ts';
import type { Links } from './links.ts';
import type { Reading } from './reading.ts';
import type { Reporting } from './reporting.ts';
import { ServiceFunction } from './service-function.ts';
import { grantRestart, grantStart, loopOf, machineOf, taskOf } from './state-machines.ts';
import type { Tracking } from './tracking.ts';
import { uniqueName } from './unique-name.ts';
import { WorkQueue } from './work-queue.ts';

export interface MigrationsProps extends FlowParts {
  readonly reading: Reading;
  readonly reporting: Reporting;
  readonly links: Links;
  readonly tracking: Tracking;
}

type MachineEnv = { readonly MIGRATIONS_MACHINE_ARN: string };
const named = (arn: string): MachineEnv => ({ MIGRATIONS_MACHINE_ARN: arn });

/** An execution takes at most 2,000 steps; 5 minutes apart they last 6.9 days. After that the sweep starts another. */
const longestExecution = Duration.days(8);
const schedulingTimeout = Duration.minutes(1);

/** A migration runs on schedule: its file becomes a schedule, which starts one execution that steps, waits, and steps again. */
export class Migrations extends Construct {
  readonly actOnMigration: ServiceFunction;
  readonly #machine: StateMachine;
  readonly #definitions: WorkQueue;

  constructor(scope: Construct, id: string, props: MigrationsProps) {
    super(scope, id);
    const { drops, ledger, service, reading } = props;
    const emails = setting({ DEFAULT_EMAILS: props.defaultEmails.join(',') });
    this.#definitions = new WorkQueue(this, 'Definitions', {
      name: 'migrations',
      consumerTimeout: schedulingTimeout,
      impact: 'A migration did not start at its time, or follows a schedule that its file no longer has.',
    });
    this.#machine = this.#makeMachine(props, emails);
    this.#schedule(props, emails);
    this.actOnMigration = new ServiceFunction(this, 'ActOnMigration', {
      folder: 'act-on-migration',
      env: actOnMigrationEnv,
      given: together(
        drops.grantReadDefinitions(),
        ledger.grantFor('actOnMigration'),
        grantStart(this.#machine.stateMachineArn, named),
        service.revertAddress(),
        this.#pause(),
        emails,
      ),
      timeout: Duration.seconds(29),
      memoryMb: 256,
      impact: 'People cannot start, cancel or undo a migration by hand; scheduled ones continue.',
    });
    drops.announce({ drops: reading.arrivals, migrations: this.#definitions });
  }

  grantRestart(): Grant<MachineEnv> {
    return grantRestart(this.#machine, named);
  }

  /** Sends notices of migration files, like those of the bucket. */
  grantAnnounce(): Grant<{ readonly DEFINITIONS_QUEUE_URL: string }> {
    return this.#definitions.grantSend((url) => ({ DEFINITIONS_QUEUE_URL: url }));
  }

  #pause() {
    return setting({ PAUSED: stageAround(this).paused ? ('true' as const) : undefined });
  }

  #makeMachine(props: MigrationsProps, emails: Grant<{ readonly DEFAULT_EMAILS: string }>): StateMachine {
    const { drops, files, ledger, service, reading, reporting, links, tracking } = props;
    const runMigration = new ServiceFunction(this, 'RunMigration', {
      folder: 'run-migration',
      env: runMigrationEnv,
      given: together(
        drops.grantReadDefinitions(),
        files.grantReadWrite(),
        ledger.grantFor('runMigration'),
        reading.arrivals.grantSend((url) => ({ ARRIVAL_QUEUE_URL: url })),
        tracking.grantStart(),
        reporting.grantSend(),
        links.grantMake(),
        service.revertAddress(),
        this.#pause(),
        emails,
      ),
      timeout: Duration.minutes(1),
      memoryMb: 512,
      impact: 'Migrations stop between their steps: their data come late, and nobody is notified.',
    });
    // The function also receives the name of the execution: of two executions for one start, one ends.
    const payload = TaskInput.fromObject({
      state: JsonPath.objectAt('$'),
      execution: JsonPath.stringAt('$$.Execution.Name'),
    });
    return machineOf(this, {
      // What is due in a pause waits for the deployment that ends it.
      states: loopOf(
        this,
        taskOf(this, 'Take next step', { run: runMigration, payload, callsLatest: stageAround(this).paused }),
      ),
      functions: [runMigration],
      timeout: longestExecution,
      alarm: 'migration-failures',
      impact: 'A migration stops until the sweep resumes it: its data come up to half an hour late.',
    });
  }

  /** A file below `migrations/` becomes a schedule of the group, which may start the machine and nothing else. */
  #schedule(
    { drops, ledger, reporting }: MigrationsProps,
    emails: Grant<{ readonly DEFAULT_EMAILS: string }>,
  ): void {
    const group = new CfnScheduleGroup(this, 'Schedules', { name: uniqueName(this, 'migrations') });
    const { deadLetters } = this.#definitions;
    const role = new Role(this, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    });
    grantStart(this.#machine.stateMachineArn, named).allow(role);
    role.addToPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
    );
    allowKey('queues', role);
    const scheduleMigration = new ServiceFunction(this, 'ScheduleMigration', {
      folder: 'schedule-migration',
      env: scheduleMigrationEnv,
      given: together(
        drops.grantReadUploads(),
        ledger.grantFor('scheduleMigration'),
        reporting.grantSend(),
        this.#grantSchedules(group, role),
        setting({
          MIGRATIONS_MACHINE_ARN: this.#machine.stateMachineArn,
          SCHEDULE_DEAD_LETTERS_ARN: deadLetters.queueArn,
        }),
        emails,
      ),
      timeout: schedulingTimeout,
      memoryMb: 256,
      impact:
        'A migration whose file changed follows its old schedule, or none; who uploaded it is not recorded.',
    });
    this.#definitions.feed(scheduleMigration);
  }

  #grantSchedules(
    group: CfnScheduleGroup,
    scheduleRole: Role,
  ): Grant<{ readonly SCHEDULE_GROUP: string; readonly SCHEDULE_ROLE_ARN: string }> {
    const schedules = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${group.ref}/*`,
    });
    const actions = ['Get', 'Create', 'Update', 'Delete'].map((verb) => `scheduler:${verb}Schedule`);
    return {
      env: { SCHEDULE_GROUP: group.ref, SCHEDULE_ROLE_ARN: scheduleRole.roleArn },
      allow: (role) => {
        role.addToPolicy(new PolicyStatement({ actions, resources: [schedules] }));
        role.addToPolicy(
          new PolicyStatement({
            actions: ['iam:PassRole'],
            resources: [scheduleRole.roleArn],
            conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
          }),
        );
        acknowledge(role, {
          [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:${placeInFindings(role)}:schedule/<${Stack.of(this).resolve(group.logicalId)}>/*]`]:
            'The schedules of one group, for migrations only: each is named after its migration.',
        });
      },
    };
  }
}
