import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readBody } from '../src/request/read-body.ts';

function createIncompleteRequest(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers['content-length'] = '5';
  request.push('ab');
  return request;
}

describe('reading a body whose client disconnects', () => {
  it('ends when the client disconnects', async () => {
    const request = createIncompleteRequest();
    const body = readBody(request);
    request.destroy(new Error('aborted'));
    expect(await body).toBeUndefined();
  });

  it('ends at once if the client has already disconnected', async () => {
    const request = createIncompleteRequest();
    request.destroy();
    await expect.poll(() => request.closed).toBe(true);
    expect(await readBody(request)).toBeUndefined();
  });
});
