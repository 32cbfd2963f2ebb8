import { readConfig } from '@linework/config/read-config';
import { url } from '@linework/config/settings';
import { z } from 'zod';

/** None has a default, and two are addresses of simulators, so that no service of production can create demo data. */
export const demoDataSettings = z.object({
  DATABASE_URL: url('postgresql', 'postgres'),
  SECRET_PUBLIC_KEYS_FILE: z.string(),
  NETWORK_SIMULATOR_URL: url('http', 'https'),
  PARTNER_SIMULATOR_URL: url('http', 'https'),
  /** The key that the partner simulator requires. */
  PARTNER_SIMULATOR_KEY: z.string(),
  /** The file that keeps the keys of the demo between two starts. */
  DEMO_FILE: z.string(),
});

/** The settings of `demo-data-main`. Throws a `ConfigError` that lists all errors. */
export const readDemoDataConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof demoDataSettings> =>
  readConfig(demoDataSettings, env);

/** The addresses on the host, from the ports that docker-compose.yml publishes. */
export const publishedAddresses = {
  baseUrl: 'http://localhost:3000',
  adminUrl: 'http://localhost:3001',
  networkUrl: 'http://localhost:3010',
  partnersUrl: 'http://localhost:3011',
} as const;
