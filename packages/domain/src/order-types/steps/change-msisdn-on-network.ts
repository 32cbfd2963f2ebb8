import { lineOf } from '../../orders/known.ts';
import { claimedMsisdn } from '../../orders/known-sim.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Gives the line's subscriber the number that was claimed for it. */
export const changeMsisdnOnNetwork = defineExternalStep({
  code: 'CHANGE_MSISDN',
  action: 'network.change-msisdn',
  execute: ({ known, systems, ...call }) => systems.network.changeMsisdn(call, lineOf(known).imsi, claimedMsisdn(known)),
  undo: ({ known, systems, ...call }) => systems.network.changeMsisdn(call, lineOf(known).imsi, lineOf(known).msisdn),
});
