import { ownSubscriber } from '../../model/line-context.ts';
import { defineLineCallStep } from '../../model/line-step.ts';

/** Suspends the subscriber of the line. */
export const suspendOnNetwork = defineLineCallStep({
  code: 'SUSPEND_NETWORK',
  action: 'network.suspend',
  execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'suspended'),
  undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
});
