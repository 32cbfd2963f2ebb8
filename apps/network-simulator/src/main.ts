import { runSimulator } from '@linework/simulator/run-simulator';
import { buildApp } from './build-app.ts';
import { readSettings } from './config.ts';
import { openSimulator } from './open-simulator.ts';

runSimulator('network-simulator', readSettings, ({ STATE_FILE, KEYS }, log) => {
  const simulator = openSimulator({ stateFile: STATE_FILE, keys: KEYS, now: Date.now, log });
  return { app: buildApp(simulator), close: simulator.state.close };
});
