import { getClaimedSim, openSimKeys } from '../../orders/model/sim-reference.ts';
import { defineExternalStep } from '../../orders/model/step.ts';
import { ownSubscriber, requireLine } from '../../orders/model/step-context.ts';

/** Creates the subscriber of the line on the network: active if the input says so, otherwise in standby. */
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
