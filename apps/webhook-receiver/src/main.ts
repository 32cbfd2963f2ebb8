import { runSimulator } from '@linework/simulator/run-simulator';
import { openWebhookReceiver } from '@linework/simulator/webhook-receiver/open-webhook-receiver';
import { readSettings } from './config.ts';

runSimulator('webhook-receiver', readSettings, ({ WEBHOOK_SECRET }) =>
  openWebhookReceiver({ secrets: WEBHOOK_SECRET === undefined ? [] : [WEBHOOK_SECRET] }),
);
