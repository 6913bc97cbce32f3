/** Command lines of each command, as the page on the command line shows them. A test parses all, and runs the plans. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  local: ['local --port 4000 --data /tmp/sluice-trial --fresh', 'local --easy --concurrency 200'],
  console: ['console --format json'],
  people: [
    "people add ana@example.com --role dropper,approver --name 'Ana Alvarez'",
    'people remove ana@example.com',
  ],
  plan: [
    'plan examples/drop-a-spreadsheet/new-clients.csv --schema client --lookup email',
    'plan examples/drop-a-spreadsheet/clients-with-five-mistakes.csv --schema client --lookup email --format json',
  ],
  template: [
    'template new-clients.xlsx --schema client --lookup email',
    'template new-clients.csv --profile ./examples/approve-a-change/careful.json',
  ],
  export: [
    'export clients.xlsx --schema client',
    'export --schema issue --lookup identifier --where open=true --where updatedAfter=2026-01-31',
  ],
  read: [
    'read accounts.xlsx --sheet-name Accounts --format json',
    'read - --delimiter tab --encoding windows-1252 --header-row 3 < old.txt',
  ],
  profile: [
    'profile examples/approve-a-change/careful.json',
    'profile --suggest kontakte.xlsx --schema client --lookup email',
  ],
  profiles: ['profiles', 'profiles pause county-clients', 'profiles rm county-clients'],
  drop: [
    'drop examples/drop-a-spreadsheet/new-clients.csv --schema client --lookup email --no-wait --format json',
    'drop corrected.csv --schema client --lookup email --corrects abcdefghijklmnopqrstuvwxyz',
  ],
  runs: [
    'runs --since 7d --status rejected --format json',
    'runs --since 2026-03-01 --all',
    'runs --schema client --until 2026-04-01',
  ],
  run: [
    'run abcdefgh --details',
    'run abcdefghijklmnopqrstuvwxyz --plan plan.csv',
    'run abcdefghijklmnopqrstuvwxyz --result corrected.csv --format json',
  ],
  watch: ['watch abcdefgh'],
  costs: ['costs --since 2026-01-01 --until 2026-04-01 --format json'],
  accept: ['accept abcdefghijklmnopqrstuvwxyz --profile contacts --no-wait'],
  approve: ['approve abcdefghijklmnopqrstuvwxyz --plan 3f9c2b7a41d0'],
  cancel: ['cancel abcdefghijklmnopqrstuvwxyz --no-wait'],
  undo: ['undo abcdefghijklmnopqrstuvwxyz --report undone.csv'],
  decide: [
    'decide abcdefghijklmnopqrstuvwxyz --batch 2 --attach 01jimport',
    'decide abcdefghijklmnopqrstuvwxyz --send-again --no-wait',
  ],
  redrive: ['redrive'],
  erase: ['erase --record ana@example.com --dry-run'],
  migrations: ['migrations nightly-people --format json', 'migrations pause nightly-people'],
  schedule: [
    'schedule examples/scheduled-migration/migrations/nightly-people.json --data examples/scheduled-migration/migrations/people/people.xlsx',
  ],
  migrate: [
    'migrate nightly-people --dry-run --no-wait',
    'migrate nightly-people --data people.xlsx',
    'migrate abcdefghijklmnopqrstuvwxyz --undo',
  ],
  call: ['call getUsers \'{"limit": 5, "sort": "oldest"}\'', 'call import - < request.json'],
  control: [
    'control updateToken --help',
    'control listImports \'{"limit": 5}\' --format json',
    'control saveDocument --file annual-report.pdf \'{"description": "The annual report"}\'',
    'control createToken --data token.json --site Demo',
  ],
  audit: [
    'audit verify --panel',
    'audit export --from 2026-01-01 --as jsonl',
    'audit changes --since 2026-03-02 --until 2026-03-09 --schema client',
  ],
  history: ['history client ana@example.com', 'history client 0mnbq3x7c1w8d5e2 --format json'],
  doctor: ['doctor --stack DataAccessStack --format json'],
  completion: ['completion bash'],
};
