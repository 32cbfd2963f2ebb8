import { connect } from 'node:net';
import { needs } from '@linework/testing/run/needs';
import { describe, expect, it } from 'vitest';
import { startRedisServer } from '../src/redis-server.ts';

needs('redis-server');

function send(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(String(answer));
    });
  });
}

describe('a Redis of a test', () => {
  it('responds, and starts empty on the port of a killed one', async () => {
    const first = await startRedisServer();
    expect(await send(first.port, 'SET key value')).toContain('OK');
    await first.kill();
    await expect(send(first.port, 'PING')).rejects.toThrow('ECONNREFUSED');

    const second = await startRedisServer({ port: first.port });
    expect(await send(second.port, 'DBSIZE')).toBe(':0\r\n');
    await second.stop();
  });

  it('reports why it did not start', async () => {
    await expect(startRedisServer({ flags: ['--maxmemory', 'plenty'] })).rejects.toThrow('redis-server did not start');
  });
});
