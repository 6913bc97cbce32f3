export interface Explanation {
  readonly of: RegExp;
  readonly why: string;
}

/** Calls of a running system that are denied, each with why. */
export const denials: readonly Explanation[] = [
  {
    of: /^LinksOpenLinkRole s3:ListBucket /,
    why: 'S3 asks for it before it admits that an object is missing, and the function is to find no object by itself.',
  },
];

/** Permissions that not every test of a running system uses, each with why it is there. */
export const explanations: readonly Explanation[] = [
  {
    of: / logs:(?:CreateLogStream|PutLogEvents) /,
    why: 'Lambda writes the log of a function under its role.',
  },
  {
    of: /MachineRole (?:logs|xray):/,
    why: 'Step Functions logs and traces executions under the role of the machine.',
  },
  { of: / sqs:GetQueueAttributes /, why: "Lambda's poller of a queue asks for them on AWS." },
  {
    of: / sqs:(?:ChangeMessageVisibility|GetQueueUrl) /,
    why: 'A function that fails decides when its message comes back: functions/adapters/queue-function.test.ts.',
  },
  {
    of: / lambda:InvokeFunction .*:\*$/,
    why: 'CDK also allows the versions of a function that may be invoked.',
  },
  {
    of: / s3:ListBucket /,
    why: 'S3 admits only to those who may list that an object is missing; nothing is missing in each of these tests.',
  },
  { of: / s3:AbortMultipartUpload /, why: 'An upload in parts that fails is removed.' },
  {
    of: /^(?:ConsoleApi\w+|UploadingSignUpload)Role /,
    why: 'Nobody opens the console in these tests: functions/adapters tests its calls, infra/permissions.test.ts its limits.',
  },
  {
    of: /^HistoryRedriveRole /,
    why: 'Nothing is in a dead-letter queue here: packages/flow/src/redrive tests it.',
  },
  {
    of: /^HistoryEraseRunsRole s3:GetObjectVersion .*\/(?:profiles|migrations)\/\*$/,
    why: 'An erase reads those that are there: packages/flow/src/erase/rest-of-drops.test.ts.',
  },
  {
    of: /^ReadingReadDropRole dynamodb:(?:BatchGetItem|Query) /,
    why: 'Only a sheet with a nearly blank column is compared with earlier runs: packages/flow/src/read tests it.',
  },
  {
    of: /^ReportingReportRunRole dynamodb:BatchGetItem /,
    why: 'Only of a file that was imported before, the runs since then are looked up: test/scenarios/same-content.test.ts.',
  },
  {
    of: /^SweepRole (?:dynamodb|sqs|states):/,
    why: 'Nothing is stuck in these tests: test/crash and test/simulation have runs that the sweep resumes.',
  },
  {
    of: /^TrackingTrackRunRole states:StartExecution /,
    why: 'A run that takes too many steps goes on in another execution: decision 3.',
  },
  {
    of: /^MigrationsScheduleMigrationRole (?:scheduler:(?:Delete|Update)Schedule|ses:SendEmail) /,
    why: 'No definition of a migration is changed, removed or wrong here: packages/flow/src/migrate tests it.',
  },
  {
    of: /^MigrationsScheduleRole sqs:SendMessage .*DeadLetters$/,
    why: 'A start of a migration that is too old goes there: packages/local/src/scheduler tests it.',
  },
  {
    of: /^Migrations(?:ActOn|Run)MigrationRole (?:dynamodb:(?:BatchGetItem|Query)|s3:GetObject(?:Version)?) /,
    why: 'No migration waits for another here: test/simulation has some that do.',
  },
  {
    of: /^(?:History(?:EraseRuns|HistoryApi)|SealingSealHistory)Role dynamodb:(?:BatchGetItem|GetItem) /,
    why: 'What the index lists without its facts is read one by one; an old seal is read when it is repeated.',
  },
  {
    of: /^SealingSealHistoryRole s3:GetObject /,
    why: 'Only a seal that is repeated, or follows another, reads: packages/flow/src/seal tests it.',
  },
  {
    of: /^SubmissionSubmitBatchRole (?:dynamodb:Query|s3:PutObject) /,
    why: 'Only rounds of a batch that refers to rows of others need it: test/simulation has them.',
  },
  {
    of: /^DataApiControlApiRole dynamodb:.* dynamodb:LeadingKeys=(?:L#\*|R#\*#template#\*)$/,
    why: 'No list and no form is changed here: infra/data-permissions.test.ts compares these with every operation.',
  },
  {
    of: /^(?:DataApi(?:EraseImports)?|ImportEngineRunImport)Role dynamodb:.* dynamodb:LeadingKeys=U#\*$/,
    why: 'Leaves lose rows when few of many created records change, or after a crash: infra/data-permissions.test.ts and packages/data-access/src/dynamodb/leaves.test.ts.',
  },
  {
    of: /^(?:DataApi(?:ControlApi|EraseImports)|ImportEngineRunImport|WebhookDeliveryDeliverWebhooks)Role dynamodb:Query .*byUpdated$/,
    why: 'All functions of the service have one store; only the API lists records by their change.',
  },
  {
    of: /^DataApiControlApiRole (?:s3:(?:Get|Put)Object|sqs:SendMessage) /,
    why: 'What operators do seldom: imports by hand, webhooks, documents; packages/data-access tests each.',
  },
  {
    of: /^DataApiEraseImportsRole /,
    why: 'An erase rewrites what it finds, and webhooks had nothing here: packages/data-access tests each kind.',
  },
  {
    of: /^ImportEngineRunImportRole sqs:SendMessage ImportEngineImportsQueue$/,
    why: 'An import queues itself again while a field is filled for longer than its worker waits: packages/data-access/src/import/first-use.test.ts.',
  },
  {
    of: /^DataApiRole s3:GetObject .*\/bodies\//,
    why: 'Its size shows whether a body arrived that was sent twice.',
  },
  {
    of: /^WebhookDeliveryDeliverWebhooksRole sqs:SendMessage WebhookDeliveryChanges/,
    why: 'Only a write that a call intended and did not make is looked for once more: packages/data-access/src/webhooks/publishing.test.ts.',
  },
  {
    of: /^WebhookDeliveryDeliverWebhooksRole s3:GetObject .*\/panel\/\*$/,
    why: 'An event is read where another one took its number, or its message came again: packages/data-access/src/webhooks/chain-call.test.ts.',
  },
  {
    of: /^TrackingTrackRunRole s3:ListBucketVersions /,
    why: 'Asked only about a version that the sweep found, which has no sequencer: test/scenarios/order.test.ts.',
  },
  {
    of: /^ImportEngineRunImportRole (?:dynamodb:PartiQLUpdate .*=L#\*|s3:GetObject .*\/changes\/\*)$/,
    why: 'After a claim of a request that never wrote, or a worker that died: claim-of-another.test.ts and crash.test.ts of packages/data-access/src/import.',
  },
];
