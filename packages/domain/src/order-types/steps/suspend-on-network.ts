import { defineExternalStep } from '../../orders/step.ts';
import { ownSubscriber } from '../../orders/step-context.ts';

/** Takes the line's subscriber out of service. */
export const suspendOnNetwork = defineExternalStep({
  code: 'SUSPEND_NETWORK',
  action: 'network.suspend',
  execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'suspended'),
  undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
});
