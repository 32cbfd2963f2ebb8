import type { Known, NetworkPresence } from '../../orders/known.ts';
import { defineExternalStep } from '../../orders/step.ts';

/**
 * Deletes the line's subscriber, with its keys and its place in the register: there is no way back. Where the network refused to create
 * it, whoever has its IMSI there is somebody else, and the step is skipped.
 */
export const removeFromNetwork = defineExternalStep({
  code: 'REMOVE_FROM_NETWORK',
  action: 'network.remove',
  pointOfNoReturn: true,
  isNeedless: (known) => !presenceOf(known).mayExist,
  async execute({ known, systems, ...call }) {
    const { imsis, msisdns } = presenceOf(known);
    for (const [at, imsi] of imsis.entries()) await systems.network.deleteSubscriber({ ...call, key: keyOf(call.key, at) }, { imsi, msisdns });
  },
});

function presenceOf({ presence, orderId }: Known): NetworkPresence {
  if (!presence) throw new Error(`order ${orderId} is to remove a line, but does not know what the network has of it`);
  return presence;
}

/** A system that knows keys acts once for each. */
const keyOf = (key: string, at: number): string => (at === 0 ? key : key.replace(/:execute$/, `:also-${at}:execute`));
