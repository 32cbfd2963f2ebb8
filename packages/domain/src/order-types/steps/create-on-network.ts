import { lineOf } from '../../orders/known.ts';
import { claimedSim } from '../../orders/known-sim.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Makes the network know the line's number and SIM: in service at once when that was asked for, else standing by. */
export const createOnNetwork = defineExternalStep({
  code: 'CREATE_ON_NETWORK',
  action: 'network.create',
  execute: ({ known, systems, ...call }) =>
    systems.network.createSubscriber(call, {
      ...claimedSim(known),
      msisdn: lineOf(known).msisdn,
      serviceState: known.input.activate === true ? 'active' : 'standby',
    }),
  undo: ({ known, systems, ...call }) => systems.network.deleteSubscriber(call, { imsi: lineOf(known).imsi, msisdns: [lineOf(known).msisdn] }),
});
