import { ownSubscriber } from '../../orders/known.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Puts the line's subscriber into service for the first time. */
export const activateOnNetwork = defineExternalStep({
  code: 'ACTIVATE_NETWORK',
  action: 'network.activate',
  execute: ({ known, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(known), 'active'),
  undo: ({ known, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(known), 'standby'),
});
