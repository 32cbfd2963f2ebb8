import './lean-memory.ts';
import { refuseToStart } from '@linework/config/refuse-to-start';
import { createLog } from '@linework/log/log';
import { collectStart } from '@linework/operations/collect-start';
import { untilAskedToStop } from '@linework/operations/until-asked-to-stop';
import { readApiConfig } from './config.ts';
import { startApi } from './start-api.ts';

try {
  const config = readApiConfig();
  const log = createLog({ name: 'api', level: config.LOG_LEVEL });
  const api = await startApi(config, log);
  collectStart();
  await untilAskedToStop(log);
  await api.close();
} catch (error) {
  refuseToStart(error);
}
