import { ownSubscriber } from '../../orders/known.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Takes the line's subscriber out of service. */
export const suspendOnNetwork = defineExternalStep({
  code: 'SUSPEND_NETWORK',
  action: 'network.suspend',
  execute: ({ known, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(known), 'suspended'),
  undo: ({ known, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(known), 'active'),
});
