import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PermanentError, TransientError } from '@linework/engine/model/system-errors';
import { createSimulatorNetwork } from '@linework/systems/simulator/create-simulator-network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface FakeResponse {
  readonly status: number;
  readonly text: string;
  readonly headers?: Record<string, string>;
}

/** A program between Linework and the network (a proxy, another program on its port) may send any response. */
let fakeResponse: FakeResponse;
const anEffect: FakeResponse = { status: 200, text: '{"seq":1,"key":"step:execute"}' };
let fakeServer: Server;
let url: string;
beforeAll(async () => {
  fakeServer = createServer(({ url: path }, response) => {
    const { status, text, headers } = path === '/elsewhere' ? anEffect : fakeResponse;
    response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((listening) => fakeServer.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(fakeServer.address() as AddressInfo).port}`;
});
afterAll(() => void fakeServer.close());

async function suspendAt(address: string) {
  const network = createSimulatorNetwork({ url: address, timeoutMs: 60_000 });
  return network
    .setServiceState({ key: 'step:execute' }, { imsi: '724030000000001', msisdns: ['5521999999991'] }, 'suspended')
    .then(
      () => 'success',
      (error: TransientError | PermanentError) => error,
    );
}

describe('a response that does not come from the network', () => {
  it.each<[string, FakeResponse, string]>([
    ['a page instead of an effect', { status: 200, text: '<html>' }, 'network-answer-unreadable'],
    ['an effect of another shape', { status: 200, text: '{"ok":true}' }, 'network-answer-unreadable'],
    ['an empty response', { status: 204, text: '' }, 'network-answer-unreadable'],
    ['a rejection without a code', { status: 404, text: 'Not Found' }, 'network-answer-unreadable'],
    ['a request for fewer calls', { status: 429, text: '{"code":"slow-down","detail":"Later."}' }, 'network-busy'],
    ['a gateway without its network', { status: 502, text: 'Bad Gateway' }, 'network-unavailable'],
    ['a redirect', { status: 307, text: '', headers: { Location: '/elsewhere' } }, 'network-unreachable'],
  ])('is an error to retry: %s', async (_what, unexpected, code) => {
    fakeResponse = unexpected;
    const fault = await suspendAt(url);
    expect(fault).toBeInstanceOf(TransientError);
    expect(fault).toMatchObject({ code });
  });

  it.each<[string, number, string | undefined, string]>([
    ['a gateway that could not connect', 502, 'edge; error=connection_refused', 'SystemUnavailable'],
    ['a gateway that does not know its address', 503, 'edge;error=dns_error', 'SystemUnavailable'],
    ['a gateway that forwarded the request', 502, 'edge; error=connection_terminated', 'NoResponseError'],
    ['a gateway with a timeout', 504, undefined, 'NoResponseError'],
    ['a system with an error', 503, undefined, 'TransientError'],
  ])('shows whether the request may have arrived: %s', async (_what, status, proxyStatus, name) => {
    fakeResponse = { status, text: '', ...(proxyStatus && { headers: { 'Proxy-Status': proxyStatus } }) };
    expect(await suspendAt(url)).toMatchObject({ name });
  });

  it('is a permanent error when it has a code and a reason', async () => {
    fakeResponse = { status: 409, text: '{"code":"not-yours","detail":"Another operator’s."}' };
    expect(await suspendAt(url)).toMatchObject({
      name: 'PermanentError',
      code: 'not-yours',
      message: 'The network rejected the request with the code not-yours.',
    });
  });

  it('does not contain the requested number', async () => {
    const closed = createServer();
    await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const fault = (await suspendAt(`http://127.0.0.1:${port}`)) as TransientError;
    expect(fault.message).toBe('The connection to the network failed (ECONNREFUSED).');
  });
});
