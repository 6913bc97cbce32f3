import { reasonOf } from '@sluice/contract';
import { newWorld, type World } from '../../packages/console/src/testing/fake-answers.ts';
import { packed } from '../../packages/console/src/testing/packed-rows.ts';

const header = ['Name', 'E-mail', 'Is suspended'];
const dropped = [
  ['Ann Lee', 'ann@example.com', 'no'],
  ['Bo Poe', 'bo at example.com', 'no'],
  ['Cy Ray', 'cy@example.com', 'nope'],
  ['Di Soo', 'di@example.com', 'nope'],
];

/** A system with the file of a run and the rows of its result: one has landed, three have failed for two reasons. */
export async function partlyLanded(world: World = newWorld()): Promise<World> {
  const reasons = [
    [],
    [{ ...reasonOf('not_email'), name: 'E-mail' }],
    [{ ...reasonOf('not_boolean'), name: 'Is suspended' }],
    [{ ...reasonOf('not_boolean'), name: 'Is suspended' }],
  ];
  const rows = dropped.map((cells, at) => ({
    ...{ number: at + 2, cells },
    outcome: { status: at === 0 ? ('created' as const) : ('failed' as const), reasons: reasons[at] ?? [] },
  }));
  world.files.set('rows', await packed(header, [rows]));
  world.files.set('drop', Buffer.from([header, ...dropped].map((cells) => cells.join(',')).join('\n')));
  return world;
}
