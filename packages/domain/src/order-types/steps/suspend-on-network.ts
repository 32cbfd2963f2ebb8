import { defineExternalStep } from '../../orders/model/step.ts';
import { ownSubscriber } from '../../orders/model/step-context.ts';

/** Suspends the subscriber of the line. */
export const suspendOnNetwork = defineExternalStep({
  code: 'SUSPEND_NETWORK',
  action: 'network.suspend',
  execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'suspended'),
  undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
});
