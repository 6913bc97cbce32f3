import { number } from '@sluice/contract/words';
import { useEffect } from 'preact/hooks';
import { query } from '../app/place.ts';
import { Shown } from '../parts/cell-text.tsx';
import { DropState } from './state/drop-state.ts';
import { droppedFiles, pastedFile } from './state/dropped-files.ts';
import { EarlierRuns } from './earlier-runs.tsx';
import { FolderChoice } from './folder-choice.tsx';
import { HowUnderstood } from './how-understood.tsx';
import { MappingSection } from './mapping/mapping-section.tsx';
import { SendFile } from './send-file.tsx';
import { takeCorrected } from './state/take-corrected.ts';
import { useDropState } from './state/use-drop-state.ts';
import { WrongRowsView } from './wrong-rows-view.tsx';
import { Sentence } from '../parts/sentence.tsx';

/** Where a file is dropped: how it is understood, what is wrong in it, and its upload. */
export function Drop() {
  const state = useDropState(() => new DropState(query.value.get('corrects') ?? undefined));
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      const file = isElsewhere ? undefined : pastedFile(event.clipboardData);
      if (file !== undefined) state.take(file);
    };
    // Both take time when they are used first, for which nobody waits before a file is chosen.
    void state.reader;
    number(0);
    const { corrects } = state;
    if (corrects !== undefined) void takeCorrected(state, corrects, query.value.get('profile') ?? undefined);
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [state]);
  const take = (files: readonly File[]) => {
    const [file] = files;
    if (file !== undefined) state.take(file);
  };
  return (
    <div
      class="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(droppedFiles(event.dataTransfer));
      }}
    >
      <h1>Drop a file</h1>
      <FileChoice state={state} onFiles={take} />
      {state.problem.value !== undefined && (
        <p class="notice bad" role="alert">
          <Sentence text={state.problem.value} />
        </p>
      )}
      {state.file.value !== undefined && <Chosen state={state} />}
    </div>
  );
}

interface ChoiceProps {
  readonly state: DropState;
  readonly onFiles: (files: readonly File[]) => void;
}

function FileChoice({ state, onFiles }: ChoiceProps) {
  const file = state.file.value;
  const before = state.before.value;
  return (
    <section class={`panel drop-zone${file === undefined ? ' is-empty' : ''}`}>
      {file === undefined ? (
        <p>Drag a spreadsheet here, paste cells, or choose a file. Nothing is sent before you say so.</p>
      ) : (
        <p>
          <b>
            <Shown text={file.name} />
          </b>
          , {number(file.size)} bytes
        </p>
      )}
      <label class="button">
        {file === undefined ? 'Choose a file' : 'Choose another file'}
        <input
          class="out-of-sight"
          type="file"
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
      {file === undefined && before !== undefined && (
        <p class="notice" role="status">
          <Shown text={before.fileName} /> was not finished
          {before.corrections.length > 0 && `, with ${before.corrections.length} corrections`}. Choose the
          same file again to go on{before.upload !== undefined && ': what has arrived is not sent again'}.
        </p>
      )}
    </section>
  );
}

function Chosen({ state }: { readonly state: DropState }) {
  const refusal = state.refusal.value;
  return (
    <>
      {refusal !== undefined && (
        <div class="notice bad" role="alert">
          <p>
            <Sentence text={refusal.text} />
          </p>
          {refusal.sheets?.map((name) => (
            <button key={name} class="button" onClick={() => state.chooseSheet(name)}>
              Read the sheet <Shown text={name} />
            </button>
          ))}
          {refusal.shownAs?.map(({ name, rows }) => (
            <p key={name}>
              As {name}: <Shown text={rows.join(' / ')} />
            </p>
          ))}
          {refusal.aboutColumns && <p>Map its columns below, or choose another folder.</p>}
        </div>
      )}
      <EarlierRuns state={state} />
      <FolderChoice state={state} />
      <MappingSection state={state} />
      <HowUnderstood state={state} />
      <WrongRowsView state={state} />
      <SendFile state={state} />
    </>
  );
}
