import { lineOf } from '../../orders/known.ts';
import { claimedSim, type KnownSim, keysFor, presentSim } from '../../orders/known-sim.ts';
import { type Call, defineExternalStep } from '../../orders/step.ts';

/** Moves the line's subscriber from its SIM to the one that was claimed for it. */
export const changeImsiOnNetwork = defineExternalStep({
  code: 'CHANGE_IMSI',
  action: 'network.change-imsi',
  execute: (call) => changeSim(call, presentSim(call.known), claimedSim(call.known)),
  undo: (call) => changeSim(call, claimedSim(call.known), presentSim(call.known)),
});

/** The keys of the SIM that goes are read for an undo only: a SIM whose secrets do not open can be swapped. */
async function changeSim({ known, systems, ...call }: Call, from: KnownSim, to: KnownSim): Promise<void> {
  const { keys } = await keysFor(systems, to);
  const { keys: oldKeys } = call.undoes === undefined ? {} : await keysFor(systems, from);
  const newSim = { msisdn: lineOf(known).msisdn, ...(keys && { keys }), ...(oldKeys && { oldKeys }) };
  await systems.network.changeImsi(call, from.imsi, to.imsi, newSim);
}
