import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readBody } from '../src/read-body.ts';

function halfSent(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers['content-length'] = '5';
  request.push('ab');
  return request;
}

describe('reading a body whose client went away', () => {
  it('ends when the client goes', async () => {
    const request = halfSent();
    const body = readBody(request);
    request.destroy(new Error('aborted'));
    expect(await body).toBeUndefined();
  });

  it('ends at once when the client has gone before', async () => {
    const request = halfSent();
    request.destroy();
    await expect.poll(() => request.closed).toBe(true);
    expect(await readBody(request)).toBeUndefined();
  });
});
