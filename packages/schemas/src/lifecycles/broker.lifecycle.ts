import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a broker. */
export const brokerLifecycle = defineLifecycle({
  name: 'broker',
  initial: ['ACTIVE'],
  statuses: {
    ACTIVE: { meaning: 'its keys work', on: { suspend: 'SUSPENDED' } },
    SUSPENDED: {
      meaning: 'its keys are refused and its webhooks are held; its open orders go on',
      on: { resume: 'ACTIVE' },
    },
  },
});

export type BrokerStatus = StatusOf<typeof brokerLifecycle>;
export type BrokerRequest = RequestOf<typeof brokerLifecycle>;
