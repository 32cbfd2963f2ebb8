import { type AddressInfo, createServer } from 'node:net';

/** Returns a free loopback port: the preferred one, or any. Throws an error that names the preferred port if it is in use. */
export function findFreePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${preferred} is in use. Stop its program or choose another port.`, { cause: error }) : error);
    });
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
