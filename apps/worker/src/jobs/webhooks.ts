import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { fanOutAllEvents } from '@linework/webhooks/deliveries/fan-out';
import { purgeDeliveries } from '@linework/webhooks/deliveries/purge-deliveries';
import { watchEndpoints } from '@linework/webhooks/deliveries/watch-endpoints';
import { moveDeliveries } from '@linework/webhooks/endpoints/move-deliveries';
import type { Sender } from '@linework/webhooks/sending/create-sender';

export interface DeliverWebhooksDeps {
  readonly db: Db;
  readonly log: Log;
  /**
   * Undefined in a worker that has no private keys: it hands events to the endpoints, and another worker sends them.
   */
  readonly webhookSender?: Sender | undefined;
}

/**
 * Events of all brokers wait for the next run, so a run does not end later than this because endpoints have many
 * deliveries.
 */
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

export interface MaintainWebhooksDeps {
  readonly db: Db;
  readonly log: Log;
  /** Five days and 30 days by default. */
  readonly webhooks?: { readonly disableAfterMs: number; readonly retentionDays: number };
  /** Where deliveries are archived before they are deleted. */
  readonly archiveFolder?: string | undefined;
}

const defaults = { disableAfterMs: 432_000_000, retentionDays: 30 };

export function maintainWebhooksHandler({ db, log, webhooks = defaults, archiveFolder }: MaintainWebhooksDeps) {
  const onError = (err: unknown, endpointId: string) =>
    log.error({ err, endpointId }, 'a webhook endpoint could not be disabled; the others were');
  return async (): Promise<void> => {
    const { announcedIds, disabledIds, withoutKeyIds, rescheduledIds } = await watchEndpoints(db, {
      ...webhooks,
      onError,
    });
    for (const endpointId of announcedIds)
      log.warn({ endpointId }, 'a webhook endpoint keeps failing; its events wait behind one probe');
    for (const endpointId of disabledIds)
      log.warn(
        { endpointId },
        'a webhook endpoint failed for too long and is disabled; its events are held until it is enabled',
      );
    for (const endpointId of withoutKeyIds)
      log.warn(
        { endpointId },
        'the key of a webhook endpoint has ended, so it is disabled; its events are held until another key enables it',
      );
    if (rescheduledIds.length > 0)
      log.warn(
        { endpointIds: rescheduledIds },
        'webhook endpoints had deliveries that nobody would have sent; they are due now',
      );
    await purgeDeliveries(db, { ...webhooks, archiveFolder });
  };
}
