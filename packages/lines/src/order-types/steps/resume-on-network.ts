import { ownSubscriber } from '../../model/line-context.ts';
import { defineLineCallStep } from '../../model/line-step.ts';

/** Resumes the subscriber of a blocked line. */
export const resumeOnNetwork = defineLineCallStep({
  code: 'RESUME_NETWORK',
  action: 'network.resume',
  execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
  undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'suspended'),
});
