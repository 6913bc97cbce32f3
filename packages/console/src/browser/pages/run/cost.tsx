import { number } from '@sluice/contract/words';
import { prices, requestKinds, usdByKind } from '@sluice/ledger/views';
import type { RunHead } from '../../app/answers.ts';
import { usdText } from '../../parts/words.ts';

/** What AWS charges for the run, as an estimate by its work. */
export function Cost({ run: { usage } }: { readonly run: RunHead }) {
  const byKind = usdByKind(usage);
  return (
    <section class="panel">
      <h2>Cost</h2>
      <details>
        <summary>
          About <strong>{usdText(usage.usd)}</strong> at AWS's list prices of {prices.asOf}, without the
          service
        </summary>
        <table>
          <tbody>
            {requestKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{kind.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)}</th>
                <td class="number">{number(usage[kind])}</td>
                <td class="number">{usdText(byKind[kind])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
