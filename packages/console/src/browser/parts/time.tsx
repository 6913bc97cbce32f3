import { localTime } from './words.ts';

export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at}>
    {localTime(at)}
  </time>
);
