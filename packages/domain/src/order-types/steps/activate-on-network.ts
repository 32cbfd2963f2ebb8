import { defineExternalStep } from '../../orders/model/step.ts';
import { ownSubscriber } from '../../orders/model/step-context.ts';

/** Activates the subscriber of the line for the first time. */
export const activateOnNetwork = defineExternalStep({
  code: 'ACTIVATE_NETWORK',
  action: 'network.activate',
  execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
  undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'standby'),
});
