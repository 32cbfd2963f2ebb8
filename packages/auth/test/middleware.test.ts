import { Problem } from '@linework/problem-details/problem';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../src/authenticate.ts';
import type { Caller } from '../src/caller.ts';
import { requireOperator } from '../src/require-operator.ts';
import { limitWrongKeys } from '../src/wrong-keys.ts';

const operator: Caller = { keyId: 'o', brokerId: null, scopes: ['operator'] };
const broker: Caller = { keyId: 'b', brokerId: 'b1', scopes: ['lines:read'] };
const bound: Caller = { ...operator, isAllowedFrom: (address) => address === '10.0.0.2' };
const findCaller = async (key: string) => ({ operator, broker, bound })[key] ?? null;

const requestWith = (headersDistinct: Request['headersDistinct']) => ({ ip: '10.0.0.1', headersDistinct }) as Request;
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** Returns the status of the thrown problem, or 200. */
async function statusOf(check: () => unknown): Promise<number> {
  try {
    await check();
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

describe('the key of a request', () => {
  it('identifies the caller', async () => {
    expect(await createAuthenticator(findCaller, limitWrongKeys())('broker', requestWith({}))).toEqual({
      ...broker,
      address: '10.0.0.1',
    });
  });

  it('gets a 401 if it is wrong, then a 429, while a valid key from the same address is accepted', async () => {
    const authenticate = createAuthenticator(findCaller, limitWrongKeys({ limit: 2 }));
    const statuses = [];
    for (const key of ['a', 'b', 'c', 'broker'])
      statuses.push(await statusOf(() => authenticate(key, requestWith({}))));
    expect(statuses).toEqual([401, 401, 429, 200]);
  });
});

describe('a page for operators', () => {
  const request = async (headers: Request['headersDistinct']) => {
    const locals: Record<string, unknown> = {};
    let passed = false;
    const check = requireOperator({ authenticate: findCaller });
    const status = await statusOf(() =>
      check(requestWith(headers), { locals } as unknown as Response, () => (passed = true)),
    );
    return { status, passed, caller: locals['caller'] };
  };

  it.each([
    ['in the header', { 'x-api-key': ['operator'] }],
    ['as the password of HTTP Basic', { authorization: [basic('anybody', 'operator')] }],
  ])("accepts an operator's key %s", async (_where, headers) => {
    expect(await request(headers)).toEqual({ status: 200, passed: true, caller: { ...operator, address: '10.0.0.1' } });
  });

  it.each([
    ['no key', {}, 401],
    ['an empty key', { 'x-api-key': [''] }, 401],
    ['a wrong key', { 'x-api-key': ['nobody'] }, 401],
    ['two keys', { 'x-api-key': ['operator'], authorization: [basic('', 'operator')] }, 401],
    ['another scheme', { authorization: ['Bearer operator'] }, 401],
    ['a key for other addresses', { 'x-api-key': ['bound'] }, 403],
    ["a broker's key", { 'x-api-key': ['broker'] }, 403],
  ])('rejects %s', async (_what, headers, status) => {
    expect(await request(headers)).toEqual({ status, passed: false, caller: undefined });
  });
});
