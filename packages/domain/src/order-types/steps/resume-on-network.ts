import { ownSubscriber } from '../../orders/known.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Puts a blocked line's subscriber back into service. */
export const resumeOnNetwork = defineExternalStep({
  code: 'RESUME_NETWORK',
  action: 'network.resume',
  execute: ({ known, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(known), 'active'),
  undo: ({ known, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(known), 'suspended'),
});
