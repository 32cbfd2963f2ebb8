import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { ConfigError } from '@linework/config/config-error';
import { TransientError } from '@linework/engine/model/system-errors';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';
import { partnerUrls, startPartnerSimulator } from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const key = 'a key of the payment provider';
const catchCode = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: TransientError) => [error.constructor, error.code],
  );

describe('a partner that requires a key', () => {
  it('is called with its key', async () => {
    await using simulator = await aSimulatorWithKey();
    const partners = createHttpPartners({
      ...partnerUrls(simulator.url),
      PAYMENTS_KEY: key,
      PARTNER_TIMEOUT_MS: 60_000,
    });
    expect(await partners.paymentProvider.findPayment(randomUUID())).toBeUndefined();
    expect(await catchCode(partners.clearingHouse.findBilhete(randomUUID()))).toEqual([
      TransientError,
      'clearing-house-credentials-refused',
    ]);
  });

  it('leads to no permanent error when the key is wrong: the charge waits until it is corrected', async () => {
    await using simulator = await aSimulatorWithKey();
    const { paymentProvider } = createHttpPartners({
      ...partnerUrls(simulator.url),
      PAYMENTS_KEY: 'another key, a wrong one',
      PARTNER_TIMEOUT_MS: 60_000,
    });
    const charge = paymentProvider.charge(
      { key: 'k' },
      { paymentId: 'p', token: 'tok_ok', amount: '1.00', currency: 'BRL' },
    );
    expect(await catchCode(charge)).toEqual([TransientError, 'payment-provider-credentials-refused']);
  });
});

async function aSimulatorWithKey() {
  const simulator = await startPartnerSimulator({ settings: { ACCESS_KEY: key } });
  return { ...simulator, [Symbol.asyncDispose]: () => simulator.stop() };
}

describe('a partner that requires a client certificate', () => {
  const validity = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2036-01-01T00:00:00Z') };
  const [otherKeys, ownKeys] = [
    createSelfSignedCertificate('localhost', validity),
    createSelfSignedCertificate('linework', validity),
  ];
  let server: Server;
  let url: string;
  const seen: (string | undefined)[] = [];
  beforeAll(async () => {
    const tls = {
      cert: otherKeys.certificate,
      key: otherKeys.privateKey,
      ca: ownKeys.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    };
    server = createServer(tls, (request, response) => {
      seen.push((request.socket as TLSSocket).getPeerCertificate().subject.CN as string | undefined);
      response.setHeader('Content-Type', 'application/json').end('{"status":"CONFIRMED"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const settings = (more: object) => ({ ...partnerUrls(url), PARTNER_TIMEOUT_MS: 60_000, ...more });
  const identity = {
    PAYMENTS_CLIENT_CERT: ownKeys.certificate,
    PAYMENTS_CLIENT_KEY: ownKeys.privateKey,
    PAYMENTS_CA: otherKeys.certificate,
  };

  it("is called with it, and the partner's certificate is checked", async () => {
    const { paymentProvider } = createHttpPartners(settings(identity));
    expect(await paymentProvider.findPayment('p')).toEqual({ status: 'CONFIRMED' });
    expect(seen).toEqual(['linework']);
  });

  it.each([
    ['without the own client certificate', { PAYMENTS_CA: otherKeys.certificate }],
    ["when the partner's certificate is foreign", { ...identity, PAYMENTS_CA: ownKeys.certificate }],
  ])('is not reached %s', async (_what, more) => {
    const { paymentProvider } = createHttpPartners(settings(more));
    await expect(paymentProvider.findPayment('p')).rejects.toBeInstanceOf(TransientError);
  });

  it.each([
    ['half a certificate', { PAYMENTS_CLIENT_CERT: ownKeys.certificate }],
    ['the key of another', { ...identity, PAYMENTS_CLIENT_KEY: otherKeys.privateKey }],
    ['text that is not a certificate', { PAYMENTS_CA: '-----BEGIN NOTHING-----' }],
    ['an address without TLS', { ...identity, PAYMENTS_URL: 'http://localhost:1' }],
  ])('is rejected at the start with %s', (_what, more) => {
    expect(() => createHttpPartners(settings(more))).toThrow(ConfigError);
  });
});
