import * as z from 'zod';
import type { ResourceKind } from './resource-kind.ts';
import { shortHash } from '../base/short-hash.ts';
import { unsupported } from '../templates/unsupported.ts';

const onlyTopics = unsupported('events of mails go only to topics here');
const destinationSchema = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    Enabled: z.boolean().default(true),
    MatchingEventTypes: z.array(z.string()),
    SnsDestination: z.object({ TopicARN: z.string() }),
    CloudWatchDestination: onlyTopics,
    EventBridgeDestination: onlyTopics,
    KinesisFirehoseDestination: onlyTopics,
  }),
});

/** `AWS::SES::ConfigurationSetEventDestination` */
export const eventDestinationKind: ResourceKind = {
  identify: (resource) => ({ ref: shortHash(resource.place, 12), attributes: {} }),
  create: (resource, { mailEvents }) => {
    const { ConfigurationSetName: configurationSet, EventDestination } = resource.parse(destinationSchema);
    const { Enabled, MatchingEventTypes: types, SnsDestination } = EventDestination;
    if (Enabled) mailEvents.add({ configurationSet, topicArn: SnsDestination.TopicARN, types });
  },
};
