import { type RunningSimulator, type SimulatorOptions, startSimulator } from './start-simulator.ts';

export type RunningNetworkSimulator = RunningSimulator;

/** Starts the real network simulator as a separate process on a free port. It ends with the process that started it. */
export const startNetworkSimulator = (options: SimulatorOptions = {}): Promise<RunningNetworkSimulator> =>
  startSimulator('network-simulator', options);
