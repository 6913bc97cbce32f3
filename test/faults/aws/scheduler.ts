import { json, jsonError, textOf, type AwsAnswer, type AwsRequest } from './answer.ts';

/** EventBridge Scheduler as the flow makes, changes and removes schedules; a test fires them. */
export function createMemoryScheduler(schedules: Map<string, Readonly<Record<string, unknown>>>) {
  const refused = (status: number, name: string): AwsAnswer => ({ ...jsonError(name), status });
  return {
    answer: ({ method, path, body }: AwsRequest): AwsAnswer => {
      const name = decodeURIComponent(path.split('/').at(-1) ?? '');
      const known = schedules.get(name);
      if (method === 'POST' && known !== undefined) return refused(409, 'ConflictException');
      if (method !== 'POST' && known === undefined) return refused(404, 'ResourceNotFoundException');
      if (method === 'GET') return json({ ...known, Name: name });
      if (method === 'DELETE') {
        schedules.delete(name);
        return json({});
      }
      schedules.set(name, JSON.parse(textOf(body)));
      return json({ ScheduleArn: `arn:aws:scheduler:::schedule/${name}` });
    },
  };
}
