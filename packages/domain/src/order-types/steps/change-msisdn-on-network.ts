import { type Known, lineOf, ownSubscriber } from '../../orders/known.ts';
import { claimedMsisdn } from '../../orders/known-sim.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Gives the line's subscriber the number that was claimed for it. */
export const changeMsisdnOnNetwork = defineExternalStep({
  code: 'CHANGE_MSISDN',
  action: 'network.change-msisdn',
  execute: ({ known, systems, ...call }) => systems.network.changeMsisdn(call, withBothNumbers(known), claimedMsisdn(known)),
  undo: ({ known, systems, ...call }) => systems.network.changeMsisdn(call, withBothNumbers(known), lineOf(known).msisdn),
});

/** An earlier call may have changed the number already, so that the network may have either. */
const withBothNumbers = (known: Known) => ownSubscriber(known, claimedMsisdn(known));
