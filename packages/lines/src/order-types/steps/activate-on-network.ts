import { ownSubscriber } from '../../model/line-context.ts';
import { defineLineCallStep } from '../../model/line-step.ts';

/** Activates the subscriber of the line for the first time. */
export const activateOnNetwork = defineLineCallStep({
  code: 'ACTIVATE_NETWORK',
  action: 'network.activate',
  execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
  undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'standby'),
});
