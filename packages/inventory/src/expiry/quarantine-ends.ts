import { type EventType, resourceStatusEvents } from '@linework/schemas/events';
import type { ResourceStatus } from '@linework/schemas/lifecycles/resource.lifecycle';

interface QuarantineEnd {
  readonly reusable: boolean;
  readonly becomes: ResourceStatus;
  readonly event: EventType;
}

/** What a resource becomes at the end of its quarantine. */
export const quarantineEnds: readonly QuarantineEnd[] = [
  { reusable: true, becomes: 'available', event: resourceStatusEvents.available },
  { reusable: false, becomes: 'decommissioned', event: resourceStatusEvents.decommissioned },
];
