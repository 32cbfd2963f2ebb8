import { once } from 'node:events';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { type LateCall, networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import { startNetworkSimulator } from '@linework/testing/simulators/start-network-simulator';

type NetworkClient = ReturnType<typeof networkSimulatorClient>;

export interface ManagedNetwork {
  readonly url: string;
  /** Waits while the network is down, and ignores the removal of a fault that ended with the process. */
  readonly client: NetworkClient;
  /** Kills the process. Connections are refused from then on. */
  takeDown(): Promise<void>;
  /** Starts it again with its subscribers and its request log. */
  bringUp(): Promise<void>;
  /** Resolves at once while it is up, and otherwise when it is up again. */
  untilUp(): Promise<void>;
  /** How often it was taken down so far. */
  outages(): number;
  /** The late calls of all its processes. */
  lateCalls(): Promise<readonly LateCall[]>;
  stop(): Promise<void>;
}

/** Starts a network simulator that keeps its port and its state over restarts. */
export async function startManagedNetwork(stateFile: string, keys: string): Promise<ManagedNetwork> {
  const port = await findFreePort();
  const start = () => startNetworkSimulator({ port, stateFile, settings: { KEYS: keys } });
  let simulator = await start();
  let untilUp = Promise.resolve();
  let signalUp = () => {};
  let outageCount = 0;
  const late: LateCall[] = [];
  const directClient = networkSimulatorClient(simulator.url);

  const waitThenCall =
    <Parameters extends readonly unknown[], Result>(call: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      await untilUp;
      return call(...parameters);
    };
  const waitingClient = Object.fromEntries(
    Object.entries(directClient).map(([name, call]) => [
      name,
      waitThenCall(call as (...parameters: unknown[]) => Promise<unknown>),
    ]),
  );
  const client = { ...(waitingClient as unknown as NetworkClient) };

  return {
    url: simulator.url,
    client: { ...client, removeFault: (id) => client.removeFault(id).catch(() => undefined as never) },
    untilUp: () => untilUp,
    outages: () => outageCount,
    async takeDown() {
      outageCount += 1;
      late.push(...(await directClient.lateCalls()));
      untilUp = new Promise((resolve) => {
        signalUp = resolve;
      });
      const ended = once(simulator.process, 'exit');
      simulator.process.kill('SIGKILL');
      await ended;
    },
    async bringUp() {
      simulator = await start();
      signalUp();
    },
    lateCalls: async () => [...late, ...(await client.lateCalls())],
    stop: () => simulator.stop(),
  };
}
