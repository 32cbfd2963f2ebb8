import { listFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { eventResourceTypes } from '../events.ts';
import { eventTypePattern } from './event-type-pattern.ts';

/** The filters of the feed and of the stream. */
export const feedFilters = {
  type: listFromText(eventTypePattern).optional(),
  resourceType: z.enum(eventResourceTypes).optional(),
  resourceId: z.uuid().optional(),
  orderId: z.uuid().optional(),
  brokerId: z.uuid().optional().meta({ description: 'For operators; a broker sees only its own events.' }),
};

/** The longest wait of a request. Proxies often cut a request after 30 seconds. */
export const waitLimitSeconds = 25;
