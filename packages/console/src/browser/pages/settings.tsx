import { shownSettingsSchema, type ShownSettings } from '../../api/shapes.ts';
import { printable } from '@sluice/contract/words';
import { ask } from '../app/api.ts';
import { session } from '../app/session.ts';
import { useAnswer } from '../app/use-answer.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Problem, Wait } from '../parts/notices.tsx';

/** The settings that the stacks were deployed with. */
export function Settings() {
  const { data, error } = useAnswer({
    load: () => ask('settings', { answer: shownSettingsSchema }),
    of: [],
  });
  return (
    <>
      <h1>Settings</h1>
      <p>
        {session.value?.stack} was deployed with these settings, under the names of{' '}
        <code>sluice.config.ts</code>. Change them there, and deploy again: <code>docs/deploying.md</code>{' '}
        says what each means. What is not here is not set.
      </p>
      {error && <Problem error={error} />}
      {data === undefined ? !error && <Wait /> : <Tables settings={data} />}
    </>
  );
}

function Tables({ settings }: { readonly settings: ShownSettings }) {
  const set = settings.filter(({ isDefault }) => !isDefault);
  return (
    <>
      {set.length === 0 ? (
        <p class="notice">Every setting has its default.</p>
      ) : (
        <Table title="Set for this deployment" settings={set} />
      )}
      <Table title="Defaults" settings={settings.filter(({ isDefault }) => isDefault)} />
    </>
  );
}

function Table({ title, settings }: { readonly title: string; readonly settings: ShownSettings }) {
  return (
    <section class="panel">
      <h2>{title}</h2>
      <DataTable label={title} headings={['Setting', 'Value']}>
        {settings.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">
              <code>{printable(name)}</code>
            </th>
            <td>{textOf(value)}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

function textOf(value: ShownSettings[number]['value']): string {
  if (typeof value === 'string') return value === '' ? 'blank' : printable(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(textOf).join(', ');
  const json = JSON.stringify(value);
  return json === '{}' ? 'none' : printable(json);
}
