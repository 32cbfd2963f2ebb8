import { defineLifecycle } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of a webhook endpoint. */
export const webhookEndpointLifecycle = defineLifecycle({
  name: 'webhook-endpoint',
  initial: ['enabled'],
  statuses: {
    enabled: { meaning: 'gets its events', on: { disable: 'disabled', delete: 'deleted' } },
    disabled: { meaning: 'gets nothing; its events are held', on: { enable: 'enabled', delete: 'deleted' } },
    deleted: { meaning: 'deleted; nothing is kept for it' },
  },
});
