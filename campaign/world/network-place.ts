import { once } from 'node:events';
import { type LateCall, networkSimulatorClient } from '@linework/testing/network-simulator-client';
import { startNetworkSimulator } from '@linework/testing/start-network-simulator';
import { steadyPort } from './steady-port.ts';

type NetworkClient = ReturnType<typeof networkSimulatorClient>;

export interface NetworkPlace {
  readonly url: string;
  /** Waits while the network is gone, and forgives the removal of a fault that ended with the program. */
  readonly client: NetworkClient;
  /** Ends the program at once: connections are refused from then on. */
  takeAway(): Promise<void>;
  /** Starts it again, with its subscribers and its ledger. */
  bringBack(): Promise<void>;
  /** Over all its starts. */
  lateCalls(): Promise<readonly LateCall[]>;
  stop(): Promise<void>;
}

/** Opens the place where the network simulator runs: one port and one state, over all its starts. */
export async function openNetworkPlace(stateFile: string, keys: string): Promise<NetworkPlace> {
  const port = await steadyPort();
  const start = () => startNetworkSimulator({ port, stateFile, settings: { KEYS: keys } });
  let simulator = await start();
  let back = Promise.resolve();
  let comeBack = () => {};
  const late: LateCall[] = [];
  const direct = networkSimulatorClient(simulator.url);

  const whenBack =
    <Asked extends readonly unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      await back;
      return ask(...asked);
    };
  const waiting = Object.fromEntries(Object.entries(direct).map(([name, ask]) => [name, whenBack(ask as (...asked: unknown[]) => Promise<unknown>)]));
  const client = { ...(waiting as unknown as NetworkClient) };

  return {
    url: simulator.url,
    client: { ...client, removeFault: (id) => client.removeFault(id).catch(() => undefined as never) },
    async takeAway() {
      late.push(...(await direct.lateCalls()));
      back = new Promise((resolve) => {
        comeBack = resolve;
      });
      const ended = once(simulator.process, 'exit');
      simulator.process.kill('SIGKILL');
      await ended;
    },
    async bringBack() {
      simulator = await start();
      comeBack();
    },
    lateCalls: async () => [...late, ...(await client.lateCalls())],
    stop: () => simulator.stop(),
  };
}
