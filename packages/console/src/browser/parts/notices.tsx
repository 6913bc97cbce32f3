import type { ApiError } from '../app/api.ts';

export const Wait = () => (
  <p class="wait" role="status">
    One moment…
  </p>
);

/** Why something is not shown, or was not done. */
export const Problem = ({ error }: { readonly error: ApiError }) => (
  <p class="notice bad" role="alert">
    {error.message}
  </p>
);
