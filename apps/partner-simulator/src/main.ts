import { runSimulator } from '@linework/simulator/run-simulator';
import { buildApp } from './build-app.ts';
import { readSettings } from './config.ts';
import { openSimulator } from './open-simulator.ts';

runSimulator('partner-simulator', readSettings, (settings, log) => {
  const simulator = openSimulator(settings, { now: Date.now, log });
  return { app: buildApp(simulator), close: () => simulator.close() };
});
