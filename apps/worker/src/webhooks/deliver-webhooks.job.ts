import type { Db } from '@linework/db/db';
import { fanOutAllEvents } from '@linework/webhooks/deliveries/fan-out';
import type { Sender } from '@linework/webhooks/sending/create-sender';

/** Without a sender, because this worker has no private keys, events are still handed to the endpoints; another worker sends them. */
export function deliverWebhooksHandler({ db, webhookSender }: { readonly db: Db; readonly webhookSender?: Sender | undefined }) {
  return async (): Promise<void> => {
    await fanOutAllEvents(db);
    await webhookSender?.fill();
  };
}
