import { createServer } from 'node:http';
import { connect } from 'node:net';
import { sendEventStream } from '@linework/http/routing/send-event-stream';
import { listen } from '@linework/http/server/listen';
import { formatServerSentEvent, type ServerSentEvent } from '@linework/http/server-sent-events';
import { describe, expect, it, onTestFinished } from 'vitest';

/**
 * Starts a server that sends these events to each client. `sent` resolves when the stream of the first client has
 * ended.
 */
async function aServer(events: () => AsyncIterable<ServerSentEvent>) {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const server = createServer(
    (_request, response) =>
      void sendEventStream(response, events(), { isHead: false, slowTimeoutMs: 300 }).finally(resolve),
  );
  onTestFinished(() => void server.close());
  return { port: await listen(server, 0, '127.0.0.1'), sent };
}

describe('a message of a stream', () => {
  it('has an id and its data as one line of JSON', () => {
    expect(formatServerSentEvent({ id: '7', data: { text: 'two\nlines' } })).toBe(
      'id: 7\ndata: {"text":"two\\nlines"}\n\n',
    );
    expect(formatServerSentEvent({ comment: 'nothing new' })).toBe(': nothing new\n\n');
  });
});

describe('a stream of events', () => {
  it('is sent message by message, without compression', async () => {
    const { port } = await aServer(async function* () {
      yield { id: '1', data: 'one' };
      yield { id: '2', data: 'two' };
    });
    const response = await fetch(`http://127.0.0.1:${port}`);
    expect(await response.text()).toBe('id: 1\ndata: "one"\n\nid: 2\ndata: "two"\n\n');
    expect(response.headers.get('Cache-Control')).toBe('no-store, no-transform');
  });

  it('disconnects a client that does not read, and asks for no more events', async () => {
    let isEnded = false;
    const { port, sent } = await aServer(async function* () {
      try {
        for (let id = 0; ; id++) yield { id: String(id), data: 'x'.repeat(100_000) };
      } finally {
        isEnded = true;
      }
    });
    const client = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void client.destroy());
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await sent;
    expect(isEnded).toBe(true);
  });
});
