import './heap-settings.ts';
import { exitWithError } from '@linework/config/exit-with-error';
import { createLog } from '@linework/log/log';
import { collectGarbage } from '@linework/operations/collect-garbage';
import { waitForStopSignal } from '@linework/operations/wait-for-stop-signal';
import { readApiConfig } from './config.ts';
import { startApi } from './start-api.ts';

try {
  const config = readApiConfig();
  const log = createLog({ name: 'api', level: config.LOG_LEVEL });
  const api = await startApi(config, log);
  collectGarbage();
  await waitForStopSignal(log);
  await api.close();
} catch (error) {
  exitWithError(error);
}
