import { randomBytes, randomUUID } from 'node:crypto';
import { secretPrefix, signMessage } from '@linework/webhooks/signature/sign';
import type { Contender } from '../harness/contender.ts';
import { concurrency, deliveriesInUnit, endpointCount } from './endpoints.ts';
import { startReceiver } from './start-receiver.ts';

/** A line's event, as long as the ones that Linework sends. */
const body = JSON.stringify({ type: 'line.changed', text: 'x'.repeat(560) });

/** Not usable in production: it keeps nothing. It measures the cost of the same calls with the same signature. */
export const contender: Contender = {
  name: 'baseline: fetch and a signature',
  records: 'nothing',
  async start() {
    const receiver = await startReceiver();
    const keys = [{ kind: 'hmac' as const, secret: `${secretPrefix}${randomBytes(32).toString('base64')}` }];
    let sent = 0;

    async function send(at: number): Promise<void> {
      const id = randomUUID();
      const timestamp = Math.floor(Date.now() / 1_000);
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signMessage({ id, timestamp, body }, keys),
      };
      const response = await fetch(`${receiver.url}/${at % endpointCount}`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the receiver answered ${response.status}`);
    }

    return {
      versions: {},
      async place() {
        let next = 0;
        const loop = async () => {
          for (; next < deliveriesInUnit; ) {
            const at = next;
            next += 1;
            await send(at);
          }
        };
        await Promise.all(Array.from({ length: concurrency }, loop));
        sent += deliveriesInUnit;
      },
      async countCompleted() {
        const count = await receiver.count();
        if (count !== sent) throw new Error(`${sent} messages were sent, and ${count} arrived`);
        return count / deliveriesInUnit;
      },
      async stop() {
        receiver.stop();
      },
    };
  },
};
