import { createPrivateKey, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { webhooks } from '../src/webhooks/webhooks.ts';

const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
const otherSecret = `whsec_${Buffer.from('another one of 24 letters').toString('base64')}`;
const body = JSON.stringify({ id: 'e-1', type: 'line.blocked', data: { record: { id: 'l-1', msisdn: 'ação' } } });

const sentAt = new Date();

/** A webhook as another implementation of Standard Webhooks signs it. */
const signed = (timestamp = new Date()) => ({
  'webhook-id': 'e-1',
  'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign('e-1', timestamp, body),
});

describe('verify', () => {
  it('returns the event and the id of what another implementation has signed', async () => {
    expect(await webhooks.verify(body, signed(), secret)).toMatchObject({
      id: 'e-1',
      event: { type: 'line.blocked', data: { record: { id: 'l-1' } } },
    });
  });

  it('accepts bytes, and headers of fetch', async () => {
    expect(
      await webhooks.verify(new TextEncoder().encode(body), new Headers(signed()), [otherSecret, secret]),
    ).toMatchObject({ id: 'e-1' });
  });

  it('accepts one valid signature among several', async () => {
    const headers = {
      ...signed(sentAt),
      'webhook-signature': `v1,AAAA v1a,BBBB v1,%%% ${signed(sentAt)['webhook-signature']}`,
    };
    expect(await webhooks.verify(body, headers, secret)).toMatchObject({ id: 'e-1' });
  });

  it.each([
    ['another body', `${body} `, {}],
    ['another id', body, { 'webhook-id': 'e-2' }],
    ['another time', body, { 'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000) + 1) }],
    ['no signature of this version', body, { 'webhook-signature': 'v2,AAAA' }],
  ])('rejects a signature over %s', async (_name, text, headers) => {
    await expect(webhooks.verify(text, { ...signed(sentAt), ...headers }, secret)).rejects.toMatchObject({
      reason: 'no-valid-signature',
    });
  });

  it('rejects the signature of another secret', async () => {
    await expect(webhooks.verify(body, signed(), otherSecret)).rejects.toMatchObject({ reason: 'no-valid-signature' });
  });

  it.each([-301_000, 301_000])('rejects what was sent %d ms from now', async (distance) => {
    const sentAt = new Date(Date.now() + distance);
    await expect(webhooks.verify(body, signed(sentAt), secret)).rejects.toMatchObject({
      reason: 'timestamp-out-of-tolerance',
    });
  });

  it('accepts an older one within the given tolerance', async () => {
    const sentAt = new Date(Date.now() - 301_000);
    expect(await webhooks.verify(body, signed(sentAt), secret, { toleranceSeconds: 600 })).toMatchObject({ id: 'e-1' });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('rejects a request without %s', async (name) => {
    await expect(webhooks.verify(body, { ...signed(), [name]: undefined }, secret)).rejects.toMatchObject({
      reason: 'header-missing',
    });
  });

  it.each(['1e9', '-5', 'soon', '99999999999999999'])('rejects the time %s', async (timestamp) => {
    await expect(webhooks.verify(body, { ...signed(), 'webhook-timestamp': timestamp }, secret)).rejects.toMatchObject({
      reason: 'timestamp-out-of-tolerance',
    });
  });

  it('rejects a body that is not JSON', async () => {
    await expect(webhooks.verify('{', await webhooks.sign('{', secret), secret)).rejects.toMatchObject({
      reason: 'body-not-json',
    });
  });

  it.each(['', 'whsec_', 'whsec_%'])('throws a TypeError for the secret %j', async (bad) => {
    await expect(webhooks.verify(body, signed(), bad)).rejects.toThrow(TypeError);
  });
});

describe('sign', () => {
  it('signs so that another implementation accepts it', async () => {
    const headers = await webhooks.sign(body, [otherSecret, secret], { id: 'e-1' });
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: 'e-1' });
  });
});

describe('an ed25519 key', () => {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = `whpk_${pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')}`;
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' });

  it('verifies what its private key has signed', async () => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = signBytes(
      null,
      Buffer.from(`e-1.${timestamp}.${body}`),
      createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
    );
    const headers = {
      'webhook-id': 'e-1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1a,${signature.toString('base64')}`,
    };
    expect(await webhooks.verify(body, headers, publicKey)).toMatchObject({ id: 'e-1' });
    await expect(webhooks.verify(`${body} `, headers, publicKey)).rejects.toMatchObject({
      reason: 'no-valid-signature',
    });
  });

  it('signs for the tests of a receiver', async () => {
    const headers = await webhooks.sign(body, `whsk_${pkcs8.subarray(-32).toString('base64')}`);
    expect(await webhooks.verify(body, headers, [secret, publicKey])).toMatchObject({ event: { id: 'e-1' } });
  });

  it('is not used for a signature of a secret', async () => {
    const headers = signed();
    await expect(webhooks.verify(body, headers, publicKey)).rejects.toMatchObject({ reason: 'no-valid-signature' });
  });
});
