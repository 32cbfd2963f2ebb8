import { durationMs, wholeNumber } from '@linework/config/settings';
import { z } from 'zod';
import { defaultRetryDelaysMs } from './sending/schedule.ts';

const listOf = (text: string): readonly string[] => text.split(',').map((item) => item.trim());

/** The settings of programs that check the addresses of webhook endpoints. */
export const webhookAddressConfig = {
  WEBHOOK_TRUSTED_HOSTS: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || listOf(text).every((host) => /^[a-z0-9.:-]+$/.test(host)),
      'must be host names or IP addresses, separated by commas',
    )
    .transform((text) => (text === '' ? [] : listOf(text)))
    .describe(
      'Hosts, separated by commas, whose webhook endpoints may use http, any port and an address inside the ' +
        'network. None by default.',
    ),
};

const isListOfMs = (text: string) => listOf(text).length <= 50 && listOf(text).every((item) => /^\d{1,9}$/.test(item));

/** The settings of the worker that sends webhooks. */
export const webhookSendingConfig = {
  ...webhookAddressConfig,
  WEBHOOK_CONCURRENCY: wholeNumber(256, { min: 1, max: 10_000 }).describe(
    'Webhook deliveries that the worker sends at the same time. Failing endpoints get a quarter of them, and one ' +
      'broker gets no more than a quarter, or, while its receivers are fast, half of what is free besides.',
  ),
  WEBHOOK_CONCURRENCY_PER_ENDPOINT: wholeNumber(8, { min: 1, max: 1_000 }).describe(
    'Deliveries to one webhook endpoint at the same time, of all workers.',
  ),
  WEBHOOK_TIMEOUT_MS: durationMs(15_000, { min: 50, max: 60_000 }).describe('Time limit of a webhook delivery.'),
  WEBHOOK_RETRY_DELAYS_MS: z
    .string()
    .refine(isListOfMs, 'must be numbers of milliseconds, separated by commas')
    .transform((text) => listOf(text).map(Number))
    .prefault(defaultRetryDelaysMs.join(','))
    .describe(
      'Waits before the second and each later try of a webhook delivery: by default 5 s, 5 min, 30 min, 2 h, 5 h, ' +
        '10 h, 14 h, 20 h and 24 h.',
    ),
  WEBHOOK_PAUSE_LIMIT_MS: durationMs(600_000, { min: 100, max: 86_400_000 }).describe(
    'A failing webhook endpoint is called this often at least: one call every 10 minutes.',
  ),
  WEBHOOK_DISABLE_AFTER_MS: durationMs(432_000_000, { min: 1_000, max: 2_147_483_647 }).describe(
    'Time after which a webhook endpoint that only fails is disabled: 5 days.',
  ),
  WEBHOOK_RETENTION_DAYS: wholeNumber(30, { min: 1, max: 3_650 }).describe('Days that webhook deliveries are kept.'),
};

export type WebhookSendingConfig = z.infer<z.ZodObject<typeof webhookSendingConfig>>;
