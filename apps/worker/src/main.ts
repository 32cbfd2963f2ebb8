import { exitWithError } from '@linework/config/exit-with-error';
import { createLog } from '@linework/log/log';
import { collectGarbage } from '@linework/operations/collect-garbage';
import { waitForStopSignal } from '@linework/operations/wait-for-stop-signal';
import { readWorkerConfig } from './config.ts';
import { startWorker } from './start-worker.ts';

try {
  const config = readWorkerConfig();
  const log = createLog({ name: 'worker', level: config.LOG_LEVEL });
  const worker = await startWorker(config, log);
  collectGarbage();
  await waitForStopSignal(log);
  await worker.close();
  // A call that still runs after DRAIN_MS must not keep the process alive. Its order is due again when the lease
  // expires.
  process.exit(0);
} catch (error) {
  exitWithError(error);
}
