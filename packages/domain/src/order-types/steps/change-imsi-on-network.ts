import { type Known, lineOf } from '../../orders/known.ts';
import { claimedSim, type KnownSim, presentSim } from '../../orders/known-sim.ts';
import { defineExternalStep } from '../../orders/step.ts';

/** Moves the line's subscriber from its SIM to the one that was claimed for it. */
export const changeImsiOnNetwork = defineExternalStep({
  code: 'CHANGE_IMSI',
  action: 'network.change-imsi',
  execute: ({ known, systems, ...call }) => systems.network.changeImsi(call, presentSim(known).imsi, claimedSim(known).imsi, newSim(known, claimedSim(known))),
  undo: ({ known, systems, ...call }) => systems.network.changeImsi(call, claimedSim(known).imsi, presentSim(known).imsi, newSim(known, presentSim(known))),
});

const newSim = (known: Known, { keys }: KnownSim) => ({ msisdn: lineOf(known).msisdn, ...(keys && { keys }) });
