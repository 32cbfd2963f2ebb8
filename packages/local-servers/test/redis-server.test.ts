import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startRedisServer } from '../src/redis-server.ts';

function ask(port: number, command: string): Promise<string> {
  return new Promise((settle, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', fail);
    socket.once('data', (answer) => {
      socket.destroy();
      settle(String(answer));
    });
  });
}

describe('a Redis of a test’s own', () => {
  it('answers, and starts empty again in the place of one that was killed', async () => {
    const first = await startRedisServer();
    expect(await ask(first.port, 'SET key value')).toContain('OK');
    await first.kill();
    await expect(ask(first.port, 'PING')).rejects.toThrow('ECONNREFUSED');

    const second = await startRedisServer({ port: first.port });
    expect(await ask(second.port, 'DBSIZE')).toBe(':0\r\n');
    await second.stop();
  });

  it('says why it did not start', async () => {
    await expect(startRedisServer({ flags: ['--maxmemory', 'plenty'] })).rejects.toThrow('redis-server did not start');
  });
});
