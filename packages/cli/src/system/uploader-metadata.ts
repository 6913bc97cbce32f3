import type { Services } from '../io/services.ts';
import { messageOf } from '../io/cli-error.ts';
import type { System } from '../find/system.ts';
import { whoAmI } from './who-am-i.ts';

/**
 * Who uploads an object: the person at this machine and, on AWS, the owner of the credentials. The signature of the upload covers
 * both, so only the owner can have set them. The flow reads them from the object.
 */
export async function uploaderMetadata(system: System, services: Services): Promise<Record<string, string>> {
  const dropper = { 'sluice-dropped-by': encodeURIComponent(whoAmI(services).toWellFormed()) };
  try {
    const caller = await system.caller();
    if (!caller) return dropper;
    return { ...dropper, 'sluice-caller-id': caller.id, 'sluice-caller-arn': encodeURIComponent(caller.arn) };
  } catch (error) {
    services.voice.say(
      `AWS did not name the owner of these credentials (${messageOf(error)}); the history gets only the id that S3 reports.`,
    );
    return dropper;
  }
}
