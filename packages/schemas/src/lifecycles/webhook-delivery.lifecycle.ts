import { defineLifecycle } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of a webhook delivery. */
export const webhookDeliveryLifecycle = defineLifecycle({
  name: 'webhook-delivery',
  initial: ['pending', 'held'],
  statuses: {
    pending: { meaning: 'due at `dueAt`, not tried yet', to: ['delivering', 'held', 'failed'] },
    delivering: { meaning: 'a worker is calling the receiver', to: ['delivered', 'waiting', 'held', 'failed'] },
    waiting: { meaning: 'the last try failed; the next one is due at `dueAt`', to: ['delivering', 'held', 'failed'] },
    held: { meaning: 'the endpoint is disabled; enabling it decides what happens', to: ['pending', 'failed'] },
    delivered: { meaning: 'the receiver accepted the event' },
    failed: { meaning: 'not tried again; `reason` says why' },
  },
});
