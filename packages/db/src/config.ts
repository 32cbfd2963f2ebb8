import { readConfig } from '@linework/config/read-config';
import { url } from '@linework/config/settings';
import { z } from 'zod';

const settings = z.object({ DATABASE_URL: url('postgresql', 'postgres') });

/** The settings of `migrate-main`. Raises `ConfigError` with every fault at once. */
export const readMigrateConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof settings> => readConfig(settings, env);
