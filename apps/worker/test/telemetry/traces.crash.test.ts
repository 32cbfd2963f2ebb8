import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDb } from '@linework/testing/create-test-db';
import { startProgram, waitUntilReady } from '@linework/testing/processes/start-program';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { partnerUrls } from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';

const traceId = 'aaaabbbbccccddddeeeeffff00001111';
const clientSpan = '1234567890abcdef';

interface Listening {
  readonly url: string;
  close(): void;
}

async function listen(handle: RequestListener): Promise<Listening> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('the trace of an order', () => {
  let collector: OtlpReceiver;
  let system: System;
  let network: Listening;
  let receiver: Listening;
  /** The one that went on after the other was killed. */
  let worker: Awaited<ReturnType<System['startWorker']>>;
  /** The trace contexts that arrive at the network with a change, and at the receiver of webhooks. */
  const atNetwork: (string | undefined)[] = [];
  const atReceiver: (string | undefined)[] = [];
  const header = ({ headers }: IncomingMessage) => headers['traceparent'] as string | undefined;

  beforeAll(async () => {
    collector = await startOtlpReceiver();
    system = await startSystem({
      settings: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        CELL: 'south-1',
        WEBHOOK_TRUSTED_HOSTS: '127.0.0.1',
      },
    });
    network = await listen(async (request, response) => {
      if (request.method !== 'GET') atNetwork.push(header(request));
      const body = await readBody(request);
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const answer = await fetch(new URL(request.url ?? '/', system.simulator.url), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
    });
    receiver = await listen(async (request, response) => {
      await readBody(request);
      atReceiver.push(header(request));
      response.writeHead(204).end();
    });
  });
  afterAll(async () => {
    await system?.close();
    network?.close();
    receiver?.close();
    await collector?.close();
  });

  const send = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(new URL(path, system.api.url), {
      method: 'POST',
      headers: { 'X-API-Key': system.key, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const spansOf = (id: string) => collector.spans.filter((span) => span.traceId === id);

  async function waitForSpan(name: string, id = traceId): Promise<ReceivedSpan> {
    const find = () => spansOf(id).findLast((span) => span.name === name);
    await waitUntil(`the span "${name}" has arrived`, () => find() !== undefined);
    return find() as ReceivedSpan;
  }

  it('leads from the request over a killed worker to the network and the webhook', async () => {
    expect((await send('/webhook-endpoints', { url: `${receiver.url}/hooks`, types: ['line.blocked'] })).status).toBe(
      201,
    );
    const [line] = await system.lines(1);
    const killed = await system.startWorker({ NETWORK_URL: network.url, CRASH_AT: 'after-call:kill' });
    const blocked = await send(`/lines/${line?.id}/block`, {}, { traceparent: `00-${traceId}-${clientSpan}-01` });
    expect(blocked.status).toBe(200);
    expect(await killed.ended).toBe('SIGKILL');
    worker = await system.startWorker({ ...longLease, NETWORK_URL: network.url });
    await waitUntil('the webhook has arrived', () => atReceiver.length > 0);

    const request = await waitForSpan('POST /lines/{id}/block');
    expect(request).toMatchObject({ service: 'linework-api', parentId: clientSpan });
    const order = await system.db.prisma.order.findFirstOrThrow({ where: { resourceId: line?.id ?? '' } });
    expect(order.traceParent).toBe(`00-${traceId}-${request.spanId}-01`);
    const execution = await waitForSpan('order LINE_BLOCK');
    expect(execution).toMatchObject({
      service: 'linework-worker',
      parentId: request.spanId,
      attributes: { 'linework.order.id': order.id },
    });
    const step = await waitForSpan('execute LINE_BLOCK.SUSPEND_NETWORK');
    expect(step).toMatchObject({ parentId: execution.spanId, attributes: { 'linework.step.outcome': 'done' } });
    const call = spansOf(traceId).find(({ name, parentId }) => / network$/.test(name) && parentId === step.spanId);
    // The killed worker has called, and the second one again, under the same trace.
    expect(atNetwork.length).toBeGreaterThan(1);
    expect(new Set(atNetwork.map((context) => context?.split('-')[1]))).toEqual(new Set([traceId]));
    expect(atNetwork.at(-1)).toBe(`00-${traceId}-${call?.spanId}-01`);
    const delivery = await waitForSpan('deliver line.blocked');
    expect(delivery).toMatchObject({ service: 'linework-worker', parentId: request.spanId });
    expect(atReceiver).toEqual([`00-${traceId}-${delivery.spanId}-01`]);
  });

  it.each([
    ['the step, at the worker', () => worker.url, 'linework_step_duration_seconds_bucket'],
    ['the order, at the worker', () => worker.url, 'linework_order_duration_seconds_bucket'],
    ['the request, at the API', () => system.api.adminUrl, 'linework_http_request_duration_seconds_bucket'],
  ])('is named by the bucket of %s', async (_, url, bucket) => {
    const headers = { 'X-API-Key': system.operatorKey, Accept: 'application/openmetrics-text; version=1.0.0' };
    const response = await fetch(`${url()}/metrics`, { headers });
    expect(response.headers.get('Content-Type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith(bucket));
    expect(lines.filter((line) => line.includes(`# {trace_id="${traceId}",`))).not.toEqual([]);
  });

  it('has the statements, and no number of a person', async () => {
    const names = spansOf(traceId).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('insert-line-order')).length).toBeGreaterThan(0);
    const text = JSON.stringify(collector.spans);
    const codes = await system.db.prisma.resource.findMany({ select: { externalCode: true, imsi: true } });
    for (const value of codes.flatMap(({ externalCode, imsi }) => [externalCode, imsi ?? externalCode]))
      expect(text).not.toContain(value);
  });

  it('begins with the request if the caller sends none, or one that is invalid', async () => {
    for (const traceparent of ['00-x-y-01', `00-${'0'.repeat(32)}-${clientSpan}-01`])
      await send('/lines/none/block', {}, { traceparent });
    const requests = () => collector.spans.filter(({ name }) => name === 'POST /lines/{id}/block');
    await waitUntil('their spans have arrived', () => requests().length === 3);
    expect(requests().map(({ parentId }) => parentId)).toEqual([clientSpan, '', '']);
    expect(new Set(requests().map((span) => span.traceId)).size).toBe(3);
  });
});

describe('OpenTelemetry', () => {
  /** prom-client has the interface of OpenTelemetry for its exemplars; what does the work are the other packages. */
  const ofPromClient = '@opentelemetry/api';
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(specifier, context, next) {
      if (specifier.startsWith('@opentelemetry/') && specifier !== '${ofPromClient}')
        console.log('resolves ' + specifier);
      return next(specifier, context);
    } });`;

  it.each(['worker', 'api'] as const)('is loaded by the %s only where a collector is configured', async (app) => {
    const testDb = await createTestDb();
    const collector = await startOtlpReceiver();
    const loads = async (settings: Readonly<Record<string, string>>) => {
      const program = startProgram(app, {
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
        DATABASE_URL: testDb.url,
        ...partnerUrls('http://127.0.0.1:1'),
        PORT: '0',
        ADMIN_PORT: '0',
        WORKER_PORT: '0',
        ...settings,
      });
      await waitUntilReady(program, app === 'api' ? 'api listens' : 'worker started');
      await program.stop();
      return program.lines.filter((line) => line.startsWith('resolves ')).length;
    };
    expect(await loads({})).toBe(0);
    expect(await loads({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toBeGreaterThan(3);
    await collector.close();
    await testDb.drop();
  });
});
