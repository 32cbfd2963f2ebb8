import { getClaimedSim, openSimKeys } from '../../orders/sim-reference.ts';
import { defineExternalStep } from '../../orders/step.ts';
import { ownSubscriber, requireLine } from '../../orders/step-context.ts';

/** Makes the network know the line's number and SIM: in service at once when that was asked for, else standing by. */
export const createOnNetwork = defineExternalStep({
  code: 'CREATE_ON_NETWORK',
  action: 'network.create',
  execute: async ({ context, systems, ...call }) => {
    const sim = getClaimedSim(context);
    const subscriber = { imsi: sim.imsi, msisdn: requireLine(context).msisdn, ...(await openSimKeys(systems, sim)) };
    await systems.network.createSubscriber(call, { ...subscriber, serviceState: context.input.activate === true ? 'active' : 'standby' });
  },
  undo: ({ context, systems, ...call }) => systems.network.deleteSubscriber(call, ownSubscriber(context)),
});
