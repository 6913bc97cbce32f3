import type { ApiError } from '../app/api.ts';
import { Sentence } from './sentence.tsx';

export const Wait = () => (
  <p class="wait" role="status">
    One moment…
  </p>
);

/** Why something is not shown, or was not done. */
export const Problem = ({ error }: { readonly error: ApiError }) => (
  <p class="notice bad" role="alert">
    <Sentence text={error.message} />
  </p>
);

/** Why packed rows of a run are not shown. An erase removes them whole, which is no fault. */
export const RowsProblem = ({ error }: { readonly error: ApiError }) =>
  error.code === 'not_found' ? (
    <p class="notice">
      These rows are not kept any more: somebody erased a record from them, or their time is over. What is
      left of their sheet can be saved from the page of the run.
    </p>
  ) : (
    <Problem error={error} />
  );
