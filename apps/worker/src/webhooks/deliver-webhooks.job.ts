import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { fanOutAllEvents } from '@linework/webhooks/deliveries/fan-out';
import { moveDeliveries } from '@linework/webhooks/endpoints/move-deliveries';
import type { Sender } from '@linework/webhooks/sending/create-sender';

export interface DeliverWebhooksDeps {
  readonly db: Db;
  readonly log: Log;
  /** Undefined in a worker that has no private keys: it hands events to the endpoints, and another worker sends them. */
  readonly webhookSender?: Sender | undefined;
}

/** Events of all brokers wait for the next run, so a run does not end later than this because endpoints have many deliveries. */
const moveLimitMs = 250;

export function deliverWebhooksHandler({ db, log, webhookSender }: DeliverWebhooksDeps) {
  const onError = (err: unknown, endpointId: string) =>
    log.error(
      { err, endpointId },
      'the deliveries of a webhook endpoint could not be held, released or ended; the next run tries again',
    );
  return async (): Promise<void> => {
    await fanOutAllEvents(db);
    await webhookSender?.fill();
    await moveDeliveries(db, { limitMs: moveLimitMs, onError });
  };
}
