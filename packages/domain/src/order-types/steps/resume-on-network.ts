import { defineExternalStep } from '../../orders/model/step.ts';
import { ownSubscriber } from '../../orders/model/step-context.ts';

/** Resumes the subscriber of a blocked line. */
export const resumeOnNetwork = defineExternalStep({
  code: 'RESUME_NETWORK',
  action: 'network.resume',
  execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
  undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'suspended'),
});
