import { defineExternalStep } from '../../orders/step.ts';
import { ownSubscriber } from '../../orders/step-context.ts';

/** Puts a blocked line's subscriber back into service. */
export const resumeOnNetwork = defineExternalStep({
  code: 'RESUME_NETWORK',
  action: 'network.resume',
  execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
  undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'suspended'),
});
