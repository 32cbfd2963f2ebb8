import { readConfig } from '@linework/config/read-config';
import { url } from '@linework/config/settings';
import { directUrl } from '@linework/db/config';
import { brokerCellGroup } from '@linework/schemas/brokers/broker-details';
import { z } from 'zod';

/** A command of an operator takes longer than a session behind a connection pooler may. */
const withDirectUrl = <
  Config extends { readonly DATABASE_URL: string; readonly DATABASE_DIRECT_URL?: string | undefined },
>(
  config: Config,
): Config => ({ ...config, DATABASE_URL: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL });

const databaseSettings = z.object({ DATABASE_URL: url('postgresql', 'postgres'), DATABASE_DIRECT_URL: directUrl });
const firstRecordSettings = databaseSettings.extend({ CELL_GROUP: brokerCellGroup.optional() });
const splitSettings = databaseSettings.extend({ MOVED_DATABASE_URL: url('postgresql', 'postgres').optional() });
const cellsSettings = z.object({ CELLS_FILE: z.string() });
const queueSettings = databaseSettings.extend({ REDIS_URL: url('redis', 'rediss').optional() });
const publicKeySettings = databaseSettings.extend({ SECRET_PUBLIC_KEYS_FILE: z.string() });
const privateKeySettings = databaseSettings.extend({ SECRET_PRIVATE_KEYS_FILE: z.string() });

/**
 * The settings of the programs that only need the database. Throws a `ConfigError` that lists all errors, as the others
 * here do.
 */
export const readDatabaseConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof databaseSettings> =>
  withDirectUrl(readConfig(databaseSettings, env));

/** The settings of the programs that create a broker or a key. */
export const readFirstRecordConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof firstRecordSettings> =>
  withDirectUrl(readConfig(firstRecordSettings, env));

/** The settings of `split`. */
export const readSplitConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof splitSettings> =>
  readConfig(splitSettings, env);

/** The settings of `verify-cells`. */
export const readCellsConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof cellsSettings> =>
  readConfig(cellsSettings, env);

/** The settings of `doctor`. */
export const readQueueConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof queueSettings> =>
  withDirectUrl(readConfig(queueSettings, env));

/** The settings of `seal-secrets`. */
export const readPublicKeyConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof publicKeySettings> =>
  withDirectUrl(readConfig(publicKeySettings, env));

/** The settings of programs that only read secrets and wrap their keys. */
export const readPrivateKeyConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof privateKeySettings> =>
  withDirectUrl(readConfig(privateKeySettings, env));
