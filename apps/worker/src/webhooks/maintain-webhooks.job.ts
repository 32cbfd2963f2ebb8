import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { purgeDeliveries } from '@linework/webhooks/deliveries/purge-deliveries';
import { watchEndpoints } from '@linework/webhooks/deliveries/watch-endpoints';

export interface MaintainWebhooksDeps {
  readonly db: Db;
  readonly log: Log;
  /** Five days and 30 days by default. */
  readonly webhooks?: { readonly disableAfterMs: number; readonly retentionDays: number };
}

const defaults = { disableAfterMs: 432_000_000, retentionDays: 30 };

export function maintainWebhooksHandler({ db, log, webhooks = defaults }: MaintainWebhooksDeps) {
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
    await purgeDeliveries(db, webhooks);
  };
}
