import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TransientError } from '@linework/engine/model/system-errors';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import { responseLimitBytes } from '@linework/systems/read-response';
import { partnerUrls } from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, describe, expect, it } from 'vitest';

let sentBytes = 0;
const part = Buffer.alloc(65_536, ' ');
/** Endless responses. */
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json');
  const send = (): void => {
    while (!response.destroyed && response.write(part)) sentBytes += part.length;
    response.once('drain', send);
  };
  send();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('an endless response', () => {
  it('is not read completely, and can be retried', async () => {
    const { paymentProvider } = createHttpPartners({ ...partnerUrls(url), PARTNER_TIMEOUT_MS: 20_000 });
    const failure = await paymentProvider.findPayment('p').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TransientError);
    expect(failure).toMatchObject({ code: 'payment-provider-answer-too-long' });
    expect(sentBytes).toBeLessThan(responseLimitBytes * 16);
  });
});
