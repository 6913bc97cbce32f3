import { importableSchemas } from '@sluice/contract';
import { stepExamples } from '@sluice/import-plan';
import { checkSheet, openCorrected, refusalOf, understand, understoodOf, type Reading } from './check.ts';
import { writeCorrected } from './corrected.ts';
import { FileGone, fileSource, Superseded } from './file-source.ts';
import type { Ask, Found, Opening, Place, Proposed, Refusal, Tell } from './messages.ts';
import { proposedFor, settingsOf } from './place-settings.ts';
import { WrongRows } from './wrong-rows.ts';

const schemas = importableSchemas.map(({ name, lookups, fields }) => ({
  name,
  lookups,
  fields: Object.keys(fields),
}));

/** How often the page learns what was found. */
const tellEveryMs = 150;
/**
 * The page shows the first rows meanwhile: for this it needs a processor for 20 ms in one piece, the longest of all, and would wait
 * for one that checks.
 */
const showingMs = 60;

const tell = (message: Tell): void => postMessage(message);

let turn = 0;
let reading: Reading | undefined;
let wrong = new WrongRows();

async function open(opening: Opening, mine: number): Promise<void> {
  wrong = new WrongRows();
  reading = undefined;
  const source = fileSource(opening.file, () => mine === turn);
  const { sheetName, edits, only, place } = opening;
  const look = edits === undefined ? await proposedFor(source, { place, sheetName }) : undefined;
  if (look !== undefined) {
    const { proposed, sample } = look;
    tell({ kind: 'proposed', turn: mine, proposed, sample, schemas, steps: stepExamples });
  }
  const asked = place ?? look?.proposed;
  if (asked === undefined) throw new NoPlace();
  const resolved = await settingsOf(placeOf(asked), opening.file.name);
  if (resolved.kind === 'refused') {
    const refusal = { text: resolved.reason, code: resolved.code, aboutColumns: false };
    return tell({ kind: 'refused', turn: mine, refusal });
  }
  reading = { source, settings: resolved.settings, sheetName, edits, only };
  if (edits === undefined) {
    const known = place === undefined ? look?.understood : undefined;
    tell({ kind: 'understood', turn: mine, understood: known ?? (await understand(reading)) });
    await new Promise((resolve) => setTimeout(resolve, showingMs));
  }
  const { plan } = await checkSheet(reading, { wrong, onFound: teller(mine) });
  tell({
    kind: 'found',
    turn: mine,
    found: { rows: plan.totals.rows, wrongRows: wrong.count, groups: wrong.groups() },
  });
  tell({ kind: 'checked', turn: mine, understood: understoodOf(plan), totals: plan.totals });
}

function placeOf(asked: Place | Proposed): Place {
  if ('kind' in asked) return asked;
  return asked.direct
    ? { kind: 'direct', ...asked }
    : { kind: 'profile', name: 'proposed', text: asked.text };
}

class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

function teller(mine: number) {
  let last = performance.now();
  return (found: () => Found): void => {
    const now = performance.now();
    if (now - last < tellEveryMs) return;
    last = now;
    tell({ kind: 'found', turn: mine, found: found() });
  };
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof NoPlace) {
    const text =
      'No column seems to be one by which records can be found. Is the header row there? Expected names such as E-mail, Name or Account number.';
    return { text, code: 'no_proposal', aboutColumns: true };
  }
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusal;
  const text = error instanceof FileGone ? error.message : `The file could not be read: ${String(error)}`;
  return { text, code: error instanceof FileGone ? 'file_gone' : 'failed', aboutColumns: false };
}

async function answer(ask: Exclude<Ask, { kind: 'open' }>): Promise<Tell> {
  const { id } = ask;
  if (ask.kind === 'rows') return { kind: 'rows', id, rows: await wrong.rows(ask.from, ask.to, ask.group) };
  if (ask.kind === 'problems') return { kind: 'problems', id, problems: await wrong.problemsOf(ask.rows) };
  if (reading === undefined) return { kind: 'failed', id, text: 'There is no file.' };
  return {
    kind: 'corrected',
    id,
    blob: await writeCorrected(await openCorrected(reading), wrong, reading.only),
  };
}

/** Reads a file and finds what is wrong in it, or answers what the page asks about the last one. */
export function onAsked(ask: Ask): void {
  if (ask.kind !== 'open') {
    const failed = (error: unknown): Tell => ({ kind: 'failed', id: ask.id, text: String(error) });
    void answer(ask).catch(failed).then(tell);
    return;
  }
  const mine = ask.turn;
  turn = mine;
  open(ask.opening, mine).catch((error: unknown) => {
    if (!(error instanceof Superseded) && mine === turn)
      tell({ kind: 'refused', turn: mine, refusal: refusalFor(error) });
  });
}
