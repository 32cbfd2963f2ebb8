import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../src/find-free-port.ts';

async function listen(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('returns ports that the system gives to no outgoing connection, each once', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => findFreePort()));
  expect(new Set(ports).size).toBe(200);
  // The system takes the port of an outgoing connection, and of a server that asks for any port, from one range.
  const ofTheSystem = await listen(0);
  expect(ofTheSystem).toBeGreaterThan(32_000);
  for (const port of ports) expect(port).toBeLessThan(32_000);
});

it('returns a preferred port, or names it if it is in use', async () => {
  const port = await findFreePort();
  expect(await findFreePort(port)).toBe(port);
  await listen(port);
  await expect(findFreePort(port)).rejects.toThrow(`Port ${port} is in use. Stop its program or choose another port.`);
});
