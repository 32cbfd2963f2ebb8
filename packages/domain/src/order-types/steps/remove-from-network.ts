import { createHash } from 'node:crypto';
import { defineExternalStep } from '../../orders/step.ts';
import type { NetworkPresence, StepContext } from '../../orders/step-context.ts';
import type { OwnSubscriber } from '../../systems.ts';

/**
 * Deletes the line's subscriber, with its keys and its place in the register: there is no way back. Where the network refused to create
 * it, whoever has its IMSI there is somebody else, and the step is skipped.
 */
export const removeFromNetwork = defineExternalStep({
  code: 'REMOVE_FROM_NETWORK',
  action: 'network.remove',
  pointOfNoReturn: true,
  isUnnecessary: (context) => !requirePresence(context).mayExist,
  async execute({ context, systems, ...call }) {
    const { imsis, msisdns } = requirePresence(context);
    for (const [at, imsi] of imsis.entries()) {
      const own = { imsi, msisdns };
      await systems.network.deleteSubscriber({ ...call, key: buildCallKey(call.key, at, own) }, own);
    }
  },
});

function requirePresence({ presence, orderId }: StepContext): NetworkPresence {
  if (!presence) throw new Error(`order ${orderId} is to remove a line, but does not know what the network has of it`);
  return presence;
}

/**
 * A system that knows keys acts once for each, and may compare what comes under one. Between two attempts an operator may close the order that has
 * claimed a number or a SIM, and then it is not named any more: what is named tells the keys apart.
 */
function buildCallKey(key: string, index: number, { imsi, msisdns }: OwnSubscriber): string {
  if (index === 0 && msisdns.length === 1) return key;
  const digest = createHash('sha256')
    .update([key, imsi, ...msisdns].join(' '))
    .digest();
  return key.replace(/:execute$/, `:${index === 0 ? '' : 'also-'}${digest.readUIntBE(0, 6)}:execute`);
}
