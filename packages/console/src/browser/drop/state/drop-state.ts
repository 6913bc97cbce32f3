import { computed, signal } from '@preact/signals';
import { fileNameIn } from '@sluice/contract/words';
import type { Earlier } from '@sluice/ledger/views';
import { createReader, type Reader, type Said } from '../../worker/reader.ts';
import type {
  ColumnSample,
  Found,
  Place,
  Proposed,
  Refusal,
  Sums,
  Totals,
  Understood,
} from '../../worker/messages.ts';
import { startWorker } from '../../worker/start-worker.ts';
import type { CorrectedRun } from './corrected-run.ts';
import { editsOf, withoutCorrection, type Correction } from './corrections.ts';
import { correctedName, folderOf, folderValue, mayDropInto, profileNameOf, type Folder } from './folder.ts';
import { keepDrop, keptDrop, type KeptDrop } from './kept.ts';
import { newMapping, proposedMapping, type Mapping } from './mapping.ts';
import { placeOf } from './place-of-folder.ts';
import { askEarlier } from './sending.ts';
import type { Kept } from './upload.ts';

export interface Uploading {
  readonly sent: number;
  readonly bytes: number;
  /** Why it waits. */
  readonly waits?: string | undefined;
}

const nothing: Found = { rows: 0, wrongRows: 0, groups: [] };
/** So that several corrections in a row are checked together. */
const recheckMs = 400;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Everything about the file that is dropped. */
export class DropState {
  readonly file = signal<File | undefined>(undefined);
  readonly folder = signal<Folder | undefined>(undefined);
  readonly sheetName = signal<string | undefined>(undefined);
  readonly schemas = signal<Extract<Said, { kind: 'proposed' }>['schemas']>([]);
  readonly steps = signal<readonly string[]>([]);
  readonly sample = signal<ColumnSample>({ header: [], rows: [] });
  readonly mapping = signal<Mapping | undefined>(undefined);
  readonly proposed = signal<Proposed | undefined>(undefined);
  readonly understood = signal<Understood | undefined>(undefined);
  readonly found = signal<Found>(nothing);
  readonly totals = signal<Totals | undefined>(undefined);
  readonly refusal = signal<Refusal | undefined>(undefined);
  readonly sums = signal<Sums | undefined>(undefined);
  readonly earlier = signal<Earlier | undefined>(undefined);
  readonly again = signal(false);
  readonly corrections = signal<readonly Correction[]>([]);
  readonly uploading = signal<Uploading | undefined>(undefined);
  readonly problem = signal<string | undefined>(undefined);
  /** What was under way when the page was loaded. */
  readonly before = signal<KeptDrop | undefined>(undefined);
  /** Each check shows rows of its own. */
  readonly checks = signal(0);
  /** The folder whose settings are read. */
  readonly choosing = signal<Folder | undefined>(undefined);
  readonly isChecking = computed(
    () =>
      this.file.value !== undefined && (this.totals.value === undefined || this.choosing.value !== undefined),
  );
  #reader: Reader | undefined;
  #place: Place | undefined;
  #recheck: ReturnType<typeof setTimeout> | undefined;
  #fetching: Promise<[File, ReadonlySet<number> | undefined, Place]> | undefined;

  #only: ReadonlySet<number> | undefined;
  /** The run whose file this one corrects. */
  readonly corrects: string | undefined;
  readonly run: CorrectedRun | undefined;

  constructor(corrects?: string, run?: CorrectedRun) {
    this.corrects = corrects;
    this.run = run;
    this.before.value = keptDrop(corrects);
    if (run === undefined) return;
    this.folder.value = run.folder;
    this.sheetName.value = run.sheetName;
    const { value: before } = this.before;
    if (before?.sha256 === run.sha256 && before.corrections.length > 0)
      this.#setCorrections(before.corrections);
  }

  get reader(): Reader {
    this.#reader ??= createReader(startWorker, (said) => this.#onSaid(said));
    return this.#reader;
  }

  close(): void {
    this.#reader?.close();
  }

  take(file: File): void {
    // What reads is there before the first file is chosen. It gives up one that it has.
    if (this.file.value !== undefined) {
      this.#reader?.close();
      this.#reader = undefined;
    }
    this.#place = undefined;
    this.file.value = file;
    this.choosing.value = undefined;
    this.folder.value = undefined;
    this.sheetName.value = undefined;
    this.corrections.value = [];
    this.sums.value = undefined;
    this.earlier.value = undefined;
    this.again.value = false;
    this.proposed.value = undefined;
    this.understood.value = undefined;
    this.mapping.value = undefined;
    this.#open();
    void this.#sum(file);
  }

  /** Reads the file as one of this folder, unless another one is chosen meanwhile. */
  async choose(folder: Folder): Promise<void> {
    this.choosing.value = folder;
    const isChosen = (): boolean => this.choosing.value === folder;
    try {
      const place = await placeOf(folder);
      if (!isChosen()) return;
      this.#place = place;
      this.folder.value = folder;
      this.mapping.value = undefined;
      this.problem.value = undefined;
      this.#open();
    } catch (error) {
      if (isChosen()) this.problem.value = messageOf(error);
    } finally {
      if (isChosen()) this.choosing.value = undefined;
    }
  }

  chooseSheet(name: string): void {
    this.sheetName.value = name;
    this.#open();
  }

  correct(...corrections: readonly Correction[]): void {
    this.#setCorrections([...this.corrections.value, ...corrections]);
  }

  takeBack(at: number): void {
    this.#setCorrections(withoutCorrection(this.corrections.value, at));
  }

  #setCorrections(corrections: readonly Correction[]): void {
    this.corrections.value = corrections;
    this.keep();
    clearTimeout(this.#recheck);
    this.#recheck = setTimeout(() => void this.#check(), recheckMs);
  }

  /** Also of a run whose file is not here yet. */
  async #check(): Promise<void> {
    try {
      if (this.run !== undefined && this.file.value === undefined) await this.#fetch(this.run);
      this.#open();
    } catch (error) {
      this.problem.value = messageOf(error);
    }
  }

  async #fetch({ fetch, only, folder }: CorrectedRun): Promise<void> {
    this.#fetching ??= Promise.all([fetch(), only(), placeOf(folder)]);
    try {
      const [file, rows, place] = await this.#fetching;
      [this.#only, this.#place] = [rows, place];
      this.file.value = file;
    } finally {
      this.#fetching = undefined;
    }
  }

  #open(): void {
    const { value: file } = this.file;
    if (file === undefined) return;
    this.found.value = nothing;
    this.totals.value = undefined;
    this.refusal.value = undefined;
    this.problem.value = undefined;
    this.checks.value += 1;
    const edits = this.corrections.value.length === 0 ? undefined : editsOf(this.corrections.value);
    const only = this.#only;
    this.reader.open({ file, place: this.#place, sheetName: this.sheetName.value, edits, only });
  }

  #onSaid(said: Said): void {
    if (said.kind === 'proposed') this.#onProposed(said);
    else if (said.kind === 'understood') this.understood.value = said.understood;
    else if (said.kind === 'found') this.found.value = said.found;
    else if (said.kind === 'refused') this.refusal.value = said.refusal;
    else if (said.kind === 'checked') {
      this.understood.value = said.understood;
      this.totals.value = said.totals;
    } else if (said.kind === 'notLoaded')
      this.problem.value =
        'The reader of files could not be loaded. Check the connection, then choose the file again.';
  }

  /** Reads the file as this profile would, which is not saved yet. */
  map(mapping: Mapping): void {
    this.mapping.value = mapping;
    this.#place = { kind: 'profile', name: mapping.name || 'new profile', text: mapping.text };
    clearTimeout(this.#recheck);
    this.#recheck = setTimeout(() => this.#open(), recheckMs);
  }

  /** Names the profile that is made. */
  name(name: string): void {
    if (this.mapping.value !== undefined) this.mapping.value = { ...this.mapping.value, name };
  }

  /** Begins a mapping by what was proposed for the columns, or by what reads the file now. */
  beginMapping(): void {
    const { proposed, file, sample, schemas } = this;
    this.map(
      newMapping({
        place: this.#place,
        proposed: proposed.value,
        fileName: file.value?.name ?? '',
        header: sample.value.header,
        schemas: schemas.value,
      }),
    );
  }

  #onProposed({ proposed, schemas, sample, steps }: Extract<Said, { kind: 'proposed' }>): void {
    this.schemas.value = schemas;
    this.sample.value = sample;
    this.steps.value = steps;
    if (this.mapping.value !== undefined) return;
    this.proposed.value = proposed;
    if (this.#place !== undefined || proposed === undefined) return;
    const { schema, lookup } = proposed;
    if (proposed.direct) {
      this.#place = { kind: 'direct', schema, lookup };
      this.folder.value = mayDropInto(this.#place) ? this.#place : undefined;
    } else {
      const mapping = proposedMapping(proposed, profileNameOf(this.file.value?.name ?? ''));
      this.#place = { kind: 'profile', name: mapping.name, text: mapping.text };
      this.mapping.value = mapping;
    }
  }

  async #sum(file: File): Promise<void> {
    try {
      const sums = await this.reader.sums(file);
      if (this.file.value !== file) return;
      this.sums.value = sums;
      if (this.corrections.value.length > 0) this.keep();
      const { value: before } = this.before;
      if (before?.sha256 === sums.sha256) await this.#goOn(before);
      this.earlier.value = await askEarlier(sums.sha256);
    } catch (error) {
      if (this.file.value === file) this.problem.value = messageOf(error);
    }
  }

  /** The same file as before the page was loaded: with its folder and corrections. */
  async #goOn({ folder, corrections }: KeptDrop): Promise<void> {
    this.corrections.value = corrections;
    const chosen = folderOf(folder);
    if (chosen === undefined) this.#open();
    else await this.choose(chosen);
  }

  /** Remembers what is under way. */
  keep(upload?: Kept): void {
    const { file, sums, folder, corrections } = this;
    const sha256 = this.run?.sha256 ?? sums.value?.sha256;
    const name = this.run?.key ?? file.value?.name;
    if (name === undefined || sha256 === undefined) return;
    const kept: KeptDrop = {
      fileName: fileNameIn(name),
      sha256,
      folder: folderValue(folder.value),
      corrections: [...corrections.value],
      ...(upload !== undefined && { upload }),
    };
    keepDrop(kept, this.corrects);
  }

  /** The file as it will be sent: with its corrections as CSV. */
  async corrected(): Promise<File | undefined> {
    const { value: file } = this.file;
    if (file === undefined || this.corrections.value.length === 0) return file;
    return new File([await this.reader.corrected()], correctedName(file.name), { type: 'text/csv' });
  }
}
