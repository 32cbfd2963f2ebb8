import { findFreePort } from '@linework/local-servers/find-free-port';
import type { Config, PortName } from './config.ts';

export interface Addresses {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly workerUrl: string;
  readonly networkUrl: string;
  readonly partnersUrl: string;
}

/**
 * Where the programs of this start listen. A default port that is in use is replaced by a free one, and `tell` hears of it; one that somebody has set is
 * not replaced: that it is in use is raised.
 */
export async function chooseAddresses(config: Config, report: (sentence: string) => void): Promise<Addresses> {
  const address = async (name: PortName) => `http://127.0.0.1:${await choosePort(name, config, report)}`;
  return {
    baseUrl: await address('PORT'),
    adminUrl: await address('ADMIN_PORT'),
    workerUrl: await address('WORKER_PORT'),
    networkUrl: await address('NETWORK_PORT'),
    partnersUrl: await address('PARTNERS_PORT'),
  };
}

async function choosePort(name: PortName, config: Config, report: (sentence: string) => void): Promise<number> {
  try {
    return await findFreePort(config[name]);
  } catch (error) {
    if (config.chosenPorts.includes(name)) throw error;
    const port = await findFreePort();
    report(`Port ${config[name]} is in use: ${name} is ${port} this time.`);
    return port;
  }
}
