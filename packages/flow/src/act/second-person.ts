import { inForm, reasonOf, reasonText } from '@sluice/contract';
import { runIdOf, uploadIdOf, type Ledger, type Migrations, type Run, type Upload } from '@sluice/ledger';
import type { ActServices, Actor } from './acts.ts';

const secondPersonRule = reasonText(reasonOf('second_person'));

export interface SecondPersonServices extends Pick<ActServices, 'inbox'> {
  readonly ledger: Pick<Ledger, 'run'>;
  readonly migrations: Pick<Migrations, 'upload'>;
}

/**
 * Why this person may not approve a run that needs a second person; undefined if they may. A run whose dropper is not known
 * has no second person.
 */
export async function whyNotSecondPerson(
  run: Run,
  actor: Actor,
  services: SecondPersonServices,
): Promise<string | undefined> {
  if (run.secondPerson !== true) return undefined;
  const { sources, isComplete } = run.migration
    ? { sources: await uploadersOf(run, services), isComplete: true }
    : await sourcesOf(run, services);
  for (const { who, did, isLikely } of sources) {
    const same = actor.principal === undefined ? isSameName(who, actor.by) : isSamePrincipal(who, actor);
    if (same === true)
      return `${secondPersonRule} ${actor.by} ${did}. Ask somebody else to approve this run.`;
    if (same === false || isLikely) continue;
    if (same === 'unnamed')
      return `${secondPersonRule} Your request has no name. Set SLUICE_USER to yours, then approve.`;
    const wayOut = run.migration
      ? `Upload it again${wayToUpload(actor)}, and start the migration again.`
      : `Cancel this run, and drop the file again${wayToDrop(actor)}.`;
    return `${secondPersonRule} It is not known who ${did}, so nobody can approve this run. ${wayOut}`;
  }
  return isComplete ? undefined : `${secondPersonRule} ${tooMany}`;
}

const tooMany =
  'Too many earlier versions of this file did not land to know who had a hand in it, so nobody can approve this run. ' +
  'Cancel it, and drop the file under another name.';

/** How a file is dropped so that its dropper is known. */
function wayToDrop({ principal }: Actor): string {
  if (principal === undefined) return ' with `npx sluice drop`';
  return principal.startsWith('person:') ? ' here' : ', signed by the person who drops it';
}

/** The same of a file or a definition of a migration. */
const wayToUpload = ({ principal }: Actor): string =>
  principal === undefined ? ' with `npx sluice schedule`' : ', signed by the person who uploads it';

type Same = boolean | 'unknown' | 'unnamed';

type Uploader = Pick<Upload, 'droppedBy' | 'principal'>;

/** Somebody who had a hand in the file. */
interface Hand {
  readonly who: Uploader;
  readonly did: string;
  /** Nobody stated that this file corrects that one. Then a dropper who is not known blocks nothing. */
  readonly isLikely: boolean;
}

/** A run whose dropper had a hand in the file. */
interface Source extends Hand {
  readonly run: Run;
}

const nobodyKnown: Uploader = { droppedBy: 'unknown' };

/**
 * Who uploaded the file of a step, and the definition that names it. What the run has of them may be older than the event of S3, so
 * the ledger is asked again. A file in another bucket is that of the definition. Runs of earlier versions say who started them.
 */
async function uploadersOf(
  { bucket, key, versionId, droppedBy, principal, migration }: Run,
  { migrations }: SecondPersonServices,
): Promise<Hand[]> {
  const definition = migration?.definitionUpload;
  const hand = (who: Uploader | undefined, did: string): Hand => ({
    who: who ?? nobodyKnown,
    did,
    isLikely: false,
  });
  const ofDefinition = definition && ((await migrations.upload(uploadIdOf(definition))) ?? definition);
  const defined = hand(ofDefinition, 'uploaded the definition of the migration');
  if (definition === undefined || definition.bucket !== bucket) return [defined];
  const known = await migrations.upload(uploadIdOf({ bucket, key, versionId }));
  return [hand(known ?? { droppedBy, principal }, 'uploaded the file'), defined];
}

/** So many runs and lists of versions are read for one approval: whoever waits for it waits seconds. */
const mostReads = 200;
/** A list of versions has the newest of them. */
const longestList = 1000;

/** Reads each run and each list once, and not too many. */
function createReader({ ledger, inbox }: SecondPersonServices) {
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> | undefined => {
    const found = known.get(name) as Promise<T> | undefined;
    if (found !== undefined || known.size >= mostReads) return found;
    const reading = read();
    known.set(name, reading);
    return reading;
  };
  return {
    run: (runId: string) => once(`run ${runId}`, () => ledger.run(runId)),
    versionsOf: (key: string) => once(`versions ${key}`, () => inbox.versionsOf(key)),
  };
}
type Reader = ReturnType<typeof createReader>;

interface Sources {
  readonly sources: readonly Hand[];
  /** Whether all were looked at. */
  readonly isComplete: boolean;
}

/** The run, the run that it corrects, the earlier versions of its file, and so on. */
async function sourcesOf(run: Run, services: SecondPersonServices): Promise<Sources> {
  const reader = createReader(services);
  const sources: Source[] = [{ run, who: run, did: 'dropped the file', isLikely: false }];
  const add = (found: Run | undefined, source: Pick<Source, 'did' | 'isLikely'>) => {
    if (found && sources.every((one) => one.run.runId !== found.runId))
      sources.push({ run: found, who: found, ...source });
  };
  // Goes on over what is added meanwhile.
  for (const { run: one } of sources) {
    const { corrects } = one;
    if (corrects !== undefined) {
      const reading = reader.run(corrects);
      if (reading === undefined) return { sources, isComplete: false };
      const did = `dropped the file of run ${corrects}, which this run corrects`;
      add(await reading, { did, isLikely: false });
    }
    for await (const earlier of earlierVersions(one, reader)) {
      if (earlier === 'more') return { sources, isComplete: false };
      const did = `dropped an earlier version of the file (run ${earlier.runId}, ${earlier.status})`;
      add(earlier, { did, isLikely: true });
    }
  }
  return { sources, isComplete: true };
}

/**
 * The runs of earlier versions of the same object that this one probably corrects: back to the last version of which every
 * row landed. A file that is dropped every week under one name corrects nothing. `more`: not all were looked at.
 */
async function* earlierVersions(
  { bucket, key, versionId: own, startedAt }: Run,
  reader: Reader,
): AsyncGenerator<Run | 'more'> {
  const versions = await reader.versionsOf(key);
  const at = versions?.indexOf(own) ?? -1;
  if (versions === undefined || (at < 0 && versions.length >= longestList)) return yield 'more';
  for (const versionId of versions.slice(at + 1)) {
    const reading = reader.run(runIdOf({ bucket, key, versionId }));
    if (reading === undefined) return yield 'more';
    const found = await reading;
    if (found === undefined || found.startedAt >= startedAt || found.status === 'duplicate') continue;
    if (found.status === 'succeeded') return;
    yield found;
  }
  if (versions.length >= longestList) yield 'more';
}

/** On AWS. The sweep knows only the owner of the bucket. */
function isSamePrincipal({ droppedBy, principal = droppedBy }: Uploader, actor: Actor): Same {
  const [dropper, approver] = [signerOf(principal, droppedBy), signerOf(actor.principal, actor.by)];
  if (dropper === undefined || approver === undefined) return 'unknown';
  // The user pool knows its people by id; their names and groups may change.
  if ('person' in dropper && 'person' in approver) return dropper.person === approver.person;
  // One person with two roles, or with a role and the console.
  if (isOneName(dropper.session, approver.session)) return true;
  if ('person' in dropper || 'person' in approver) return false;
  if (dropper.id === approver.id && dropper.session === approver.session) return true;
  if (dropper.session === undefined || approver.session === undefined) return false;
  // People choose the names of their sessions themselves, except where Identity Center does.
  return dropper.id === approver.id && !/:assumed-role\/AWSReservedSSO_/u.test(actor.by);
}

type Signer =
  | { readonly id: string; readonly session: string | undefined }
  /** Who is signed in at the console, whose sessions are named by e-mail. */
  | { readonly person: string; readonly session: string };

/** `AWS:AIDA…`, `AWS:AROA…:session` or `person:<id>`. */
function signerOf(principal = '', name: string): Signer | undefined {
  const [, person] = /^person:(.+)$/u.exec(principal) ?? [];
  if (person !== undefined) return { person, session: name };
  const [, id, session] = /^AWS:([^:]+)(?::(.+))?$/u.exec(principal) ?? [];
  return id === undefined ? undefined : { id, session };
}

const isOneName = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && folded(one) === folded(other);

/** On one machine, where names are claims and everybody has the same key. */
function isSameName({ droppedBy, principal }: Uploader, by: string): Same {
  if (principal === undefined || droppedBy === 'somebody') return 'unknown';
  return by === 'somebody' ? 'unnamed' : folded(droppedBy) === folded(by);
}

function folded(name: string): string {
  return inForm(name, 'NFKC').trim().toLowerCase();
}
