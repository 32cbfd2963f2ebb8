import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { computeFingerprint, createIdempotencyToken } from '../src/fingerprint.ts';

const brokerId = randomUUID();
const request = {
  caller: { keyId: randomUUID(), brokerId, scopes: [] },
  idempotencyKey: randomUUID(),
  method: 'POST',
  url: '/lines/1/block?notBefore=2027-01-01T00:00:00Z',
  bodyBytes: Buffer.from('{"a":1}'),
};
const operator = { keyId: randomUUID(), brokerId: null, scopes: [] };

describe('two requests with one key', () => {
  it.each([
    ['method', { method: 'PUT' }],
    ['path', { url: '/lines/2/block?notBefore=2027-01-01T00:00:00Z' }],
    ['query', { url: '/lines/1/block?notBefore=2028-01-01T00:00:00Z' }],
    ['query, which one lacks', { url: '/lines/1/block' }],
    ['body', { bodyBytes: Buffer.from('{"a":2}') }],
    ['body, which one lacks', { bodyBytes: Buffer.alloc(0) }],
  ])('are not the same if they differ in their %s', (_, difference) => {
    expect(computeFingerprint({ ...request, ...difference })).not.toEqual(computeFingerprint(request));
    expect(createIdempotencyToken({ ...request, ...difference })).not.toEqual(createIdempotencyToken(request));
  });

  it('are the same if nothing differs', () => {
    expect(computeFingerprint({ ...request, bodyBytes: Buffer.from('{"a":1}') })).toEqual(computeFingerprint(request));
  });

  it('share a token if two keys of one broker send them', () => {
    const caller = { ...request.caller, keyId: randomUUID() };
    expect(createIdempotencyToken({ ...request, caller })).toEqual(createIdempotencyToken(request));
  });

  it.each([
    ['two brokers', { ...request.caller, brokerId: randomUUID() }, request.caller],
    ['two operators', operator, { ...operator, keyId: randomUUID() }],
    ['an operator and a broker', operator, request.caller],
  ])('share no token if %s send them', (_, caller, another) => {
    expect(createIdempotencyToken({ ...request, caller })).not.toEqual(
      createIdempotencyToken({ ...request, caller: another }),
    );
  });

  it('have no token without a key', () => {
    expect(createIdempotencyToken({ ...request, idempotencyKey: undefined })).toBeUndefined();
  });
});
