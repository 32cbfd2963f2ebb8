import { getClaimedSim, getCurrentSim, openSimKeys, type SimReference } from '../../orders/sim-reference.ts';
import { type Call, defineExternalStep } from '../../orders/step.ts';
import { requireLine } from '../../orders/step-context.ts';

/** Moves the line's subscriber from its SIM to the one that was claimed for it. */
export const changeImsiOnNetwork = defineExternalStep({
  code: 'CHANGE_IMSI',
  action: 'network.change-imsi',
  execute: (call) => changeSim(call, getCurrentSim(call.context), getClaimedSim(call.context)),
  undo: (call) => changeSim(call, getClaimedSim(call.context), getCurrentSim(call.context)),
});

/** The keys of the SIM that goes are read for an undo only: a SIM whose secrets do not open can be swapped. */
async function changeSim({ context, systems, ...call }: Call, from: SimReference, to: SimReference): Promise<void> {
  const { keys } = await openSimKeys(systems, to);
  const { keys: oldKeys } = call.undoes === undefined ? {} : await openSimKeys(systems, from);
  const newSim = { msisdn: requireLine(context).msisdn, ...(keys && { keys }), ...(oldKeys && { oldKeys }) };
  await systems.network.changeImsi(call, from.imsi, to.imsi, newSim);
}
