import { refuseToStart } from '@linework/config/refuse-to-start';
import { createLog } from '@linework/log/log';
import { collectStart } from '@linework/operations/collect-start';
import { untilAskedToStop } from '@linework/operations/until-asked-to-stop';
import { readWorkerConfig } from './config.ts';
import { startWorker } from './start-worker.ts';

try {
  const config = readWorkerConfig();
  const log = createLog({ name: 'worker', level: config.LOG_LEVEL });
  const worker = await startWorker(config, log);
  collectStart();
  await untilAskedToStop(log);
  await worker.close();
  // A call that outlived the time to drain must not keep the process; its order is due at the end of its lease.
  process.exit(0);
} catch (error) {
  refuseToStart(error);
}
