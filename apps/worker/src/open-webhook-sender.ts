import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { Metrics } from '@linework/operations/metrics';
import type { OpenSecrets } from '@linework/secrets/open-sealed';
import { createAddressPolicy } from '@linework/webhooks/address/address-policy';
import { createReceiverClient } from '@linework/webhooks/sending/call-receiver';
import { createSender, type Sender } from '@linework/webhooks/sending/create-sender';
import { createMessageBuilder } from '@linework/webhooks/sending/message';
import { createSigningKeyFinder } from '@linework/webhooks/sending/signing-keys';
import type { WebhookSendingConfig } from '@linework/webhooks/webhook-config';

interface SenderParts {
  readonly db: Db;
  readonly log: Log;
  readonly openSealed: OpenSecrets;
  readonly metrics: Metrics;
}

/** Opens the sender of webhooks of this process. */
export function openWebhookSender(config: WebhookSendingConfig, { db, log, openSealed, metrics }: SenderParts): Sender {
  const timeoutMs = config.WEBHOOK_TIMEOUT_MS;
  const perEndpoint = config.WEBHOOK_CONCURRENCY_PER_ENDPOINT;
  return createSender({
    db,
    log,
    client: createReceiverClient({ policy: createAddressPolicy(config.WEBHOOK_TRUSTED_HOSTS), timeoutMs }),
    findSigningKeys: createSigningKeyFinder(db, openSealed),
    buildMessages: createMessageBuilder(db),
    settings: {
      concurrency: config.WEBHOOK_CONCURRENCY,
      perEndpoint,
      timeoutMs,
      retryDelaysMs: config.WEBHOOK_RETRY_DELAYS_MS,
      pauseLimitMs: config.WEBHOOK_PAUSE_LIMIT_MS,
    },
    onAttempt({ isDelivered, reason, durationMs }) {
      const outcome = isDelivered ? 'delivered' : (reason ?? 'failed');
      metrics.webhookAttempts.inc({ outcome });
      metrics.webhookAttemptDuration.observe({ outcome }, durationMs / 1_000);
    },
  });
}
