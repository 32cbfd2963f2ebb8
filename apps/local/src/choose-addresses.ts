import { findFreePort } from '@linework/local-servers/find-free-port';
import type { Config, PortName } from './config.ts';

export interface Addresses {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly workerUrl: string;
  readonly networkUrl: string;
  readonly partnersUrl: string;
  readonly receiverUrl: string;
}

/**
 * Chooses the addresses of the programs. A default port that is in use is replaced by a free one, which is reported as
 * a sentence. A port from the environment is not replaced: the function raises an error if it is in use.
 */
export async function chooseAddresses(config: Config, report: (sentence: string) => void): Promise<Addresses> {
  const address = async (name: PortName) => `http://127.0.0.1:${await choosePort(name, config, report)}`;
  return {
    baseUrl: await address('PORT'),
    adminUrl: await address('ADMIN_PORT'),
    workerUrl: await address('WORKER_PORT'),
    networkUrl: await address('NETWORK_PORT'),
    partnersUrl: await address('PARTNERS_PORT'),
    receiverUrl: await address('RECEIVER_PORT'),
  };
}

async function choosePort(name: PortName, config: Config, report: (sentence: string) => void): Promise<number> {
  try {
    return await findFreePort(config[name]);
  } catch (error) {
    if (config.chosenPorts.includes(name)) throw error;
    const port = await findFreePort();
    report(`Port ${config[name]} is in use. ${name} is ${port} for this start.`);
    return port;
  }
}
