import { lineOf, ownSubscriber } from '../../orders/known.ts';
import { claimedSim, keysFor } from '../../orders/known-sim.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Makes the network know the line's number and SIM: in service at once when that was asked for, else standing by. */
export const createOnNetwork = defineExternalStep({
  code: 'CREATE_ON_NETWORK',
  action: 'network.create',
  execute: async ({ known, systems, ...call }) => {
    const sim = claimedSim(known);
    const subscriber = { imsi: sim.imsi, msisdn: lineOf(known).msisdn, ...(await keysFor(systems, sim)) };
    await systems.network.createSubscriber(call, { ...subscriber, serviceState: known.input.activate === true ? 'active' : 'standby' });
  },
  undo: ({ known, systems, ...call }) => systems.network.deleteSubscriber(call, ownSubscriber(known)),
});
