import { lineOf } from '../../orders/known.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Deletes the line's subscriber, with its keys and its place in the register: there is no way back. */
export const removeFromNetwork = defineExternalStep({
  code: 'REMOVE_FROM_NETWORK',
  action: 'network.remove',
  pointOfNoReturn: true,
  execute: ({ known, systems, ...call }) => systems.network.deleteSubscriber(call, lineOf(known).imsi),
});
