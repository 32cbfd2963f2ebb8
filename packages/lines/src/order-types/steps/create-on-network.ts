import { ownSubscriber, requireLine } from '../../model/line-context.ts';
import { defineLineCallStep } from '../../model/line-step.ts';
import { getClaimedSim, openSimKeys } from '../../model/sim-reference.ts';

/** Creates the subscriber of the line on the network: active if the input says so, otherwise in standby. */
export const createOnNetwork = defineLineCallStep({
  code: 'CREATE_ON_NETWORK',
  action: 'network.create',
  execute: async ({ context, systems, ...call }) => {
    const sim = getClaimedSim(context);
    const subscriber = { imsi: sim.imsi, msisdn: requireLine(context).msisdn, ...(await openSimKeys(systems, sim)) };
    return systems.network.createSubscriber(call, { ...subscriber, serviceState: context.input.activate === true ? 'active' : 'standby' });
  },
  undo: ({ context, systems, ...call }) => systems.network.deleteSubscriber(call, ownSubscriber(context)),
});
