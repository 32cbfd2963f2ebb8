import { type Known, lineOf } from '../../orders/known.ts';
import { claimedSim, type KnownSim, presentSim } from '../../orders/known-sim.ts';
import { defineExternalStep } from '../../orders/step.ts';
import type { NewSim } from '../../systems.ts';

/** Moves the line's subscriber from its SIM to the one that was claimed for it. */
export const changeImsiOnNetwork = defineExternalStep({
  code: 'CHANGE_IMSI',
  action: 'network.change-imsi',
  execute: ({ known, systems, ...call }) =>
    systems.network.changeImsi(call, presentSim(known).imsi, claimedSim(known).imsi, newSim(known, { from: presentSim(known), to: claimedSim(known) })),
  undo: ({ known, systems, ...call }) =>
    systems.network.changeImsi(call, claimedSim(known).imsi, presentSim(known).imsi, newSim(known, { from: claimedSim(known), to: presentSim(known) })),
});

const newSim = (known: Known, { from, to }: { readonly from: KnownSim; readonly to: KnownSim }): NewSim => ({
  msisdn: lineOf(known).msisdn,
  ...(to.keys && { keys: to.keys }),
  ...(from.keys && { oldKeys: from.keys }),
});
