import { createHash } from 'node:crypto';
import type { Known, NetworkPresence } from '../../orders/known.ts';
import { defineExternalStep } from '../../orders/step.ts';
import type { OwnSubscriber } from '../../systems.ts';

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
    for (const [at, imsi] of imsis.entries()) {
      const own = { imsi, msisdns };
      await systems.network.deleteSubscriber({ ...call, key: keyOf(call.key, at, own) }, own);
    }
  },
});

function presenceOf({ presence, orderId }: Known): NetworkPresence {
  if (!presence) throw new Error(`order ${orderId} is to remove a line, but does not know what the network has of it`);
  return presence;
}

/**
 * A system that knows keys acts once for each, and may compare what comes under one. Between two attempts an operator may close the order that has
 * claimed a number or a SIM, and then it is not named any more: what is named tells the keys apart.
 */
function keyOf(key: string, at: number, { imsi, msisdns }: OwnSubscriber): string {
  if (at === 0 && msisdns.length === 1) return key;
  const digest = createHash('sha256')
    .update([key, imsi, ...msisdns].join(' '))
    .digest();
  return key.replace(/:execute$/, `:${at === 0 ? '' : 'also-'}${digest.readUIntBE(0, 6)}:execute`);
}
