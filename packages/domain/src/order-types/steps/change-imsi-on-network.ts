import { getClaimedSim, getCurrentSim, openSimKeys, type SimReference } from '../../orders/model/sim-reference.ts';
import { type Call, defineExternalStep } from '../../orders/model/step.ts';
import { requireLine } from '../../orders/model/step-context.ts';

/** Moves the subscriber of the line from its current SIM to the claimed one. */
export const changeImsiOnNetwork = defineExternalStep({
  code: 'CHANGE_IMSI',
  action: 'network.change-imsi',
  execute: (call) => changeSim(call, getCurrentSim(call.context), getClaimedSim(call.context)),
  undo: (call) => changeSim(call, getClaimedSim(call.context), getCurrentSim(call.context)),
});

/** Reads the keys of the old SIM only for an undo, so that a SIM whose secrets cannot be decrypted can still be swapped. */
async function changeSim({ context, systems, ...call }: Call, from: SimReference, to: SimReference): Promise<void> {
  const { keys } = await openSimKeys(systems, to);
  const { keys: oldKeys } = call.undoes === undefined ? {} : await openSimKeys(systems, from);
  const newSim = { msisdn: requireLine(context).msisdn, ...(keys && { keys }), ...(oldKeys && { oldKeys }) };
  await systems.network.changeImsi(call, from.imsi, to.imsi, newSim);
}
