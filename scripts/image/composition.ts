import { setTimeout as sleep } from 'node:timers/promises';
import { type Compose, demo, productionWith, type Service } from '../../apps/local/test/deployment/read-compose.ts';
import { type ImageContext, type RunningService, readUser, runService, settingsFolder } from './container.ts';
import type { Networks } from './networks.ts';

/** The key of a partner as a file in the folder of partners. */
export const partnerFile = { name: 'tax_authority_key', text: 'only-for-simulators' };
/** What production requires. The images stand for those that this check builds and starts. */
const settings = {
  ...Object.fromEntries(
    ['NODE', 'POSTGRES', 'REDIS'].map((name) => [`${name}_IMAGE`, `linework@sha256:${'0'.repeat(64)}`]),
  ),
  COMPOSE_PROFILES: 'postgres,redis',
  SECRETS_FOLDER: settingsFolder,
  PUBLIC_URL: 'http://localhost:3000',
  NETWORK: 'osmo-hlr',
  PAYMENTS_URL: 'http://partner-simulator:3011/payments',
  TAX_AUTHORITY_URL: 'http://partner-simulator:3011/tax-authority',
  CLEARING_HOUSE_URL: 'http://partner-simulator:3011/clearing-house',
  PAYMENTS_KEY: 'only-for-simulators',
  TAX_AUTHORITY_KEY_FILE: `/run/partners/${partnerFile.name}`,
  CLEARING_HOUSE_KEY: 'only-for-simulators',
};

/** The composition of production with the simulators of the demo, and a second worker. */
export const composition = withSimulators(productionWith(settings));
/** Only the composition of the demo has it. */
export const demoDataName = 'demo-data';
/** The service that creates the demo data, with the secrets that it finds in the volume of the demo. */
export const demoData = withSecrets(demo.services[demoDataName]);
/** The services of the image that run before the first request. */
export const imageServices = sortByDependency(composition.services).filter(
  (name) => composition.services[name]?.image === 'linework',
);

function withSimulators(compose: Compose): Compose {
  const { worker } = compose.services;
  if (!worker) throw new Error('docker-compose.production.yml has no service "worker".');
  const simulators = Object.entries(demo.services).filter(([name]) => name.endsWith('-simulator'));
  const onSimulator = { NETWORK: 'simulator', NETWORK_URL: 'http://network-simulator:3010' };
  const simulated = {
    ...worker,
    environment: { ...worker.environment, ...onSimulator },
    depends_on: { ...worker.depends_on, 'network-simulator': { condition: 'service_healthy' } },
  };
  const ofOneImage = simulators.map(([name, service]) => [name, { ...service, image: worker.image }]);
  return {
    ...compose,
    services: { ...compose.services, ...Object.fromEntries(ofOneImage), worker: simulated, 'worker-2': simulated },
  };
}

function withSecrets(service: Service | undefined): Service {
  if (!service) throw new Error(`docker-compose.yml has no service "${demoDataName}".`);
  const files = Object.values(service.environment ?? {}).flatMap(
    (value) => /^\/run\/secrets\/(\w+)$/.exec(String(value))?.slice(1) ?? [],
  );
  return { ...service, image: 'linework', secrets: files };
}

/** Sorts services so that each comes after its dependencies. */
function sortByDependency(services: Compose['services']): readonly string[] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    for (const needed of Object.keys(services[name]?.depends_on ?? {})) if (!ordered.has(needed)) add(needed);
    ordered.add(name);
  };
  for (const name of Object.keys(services)) add(name);
  return [...ordered];
}

export interface Started {
  readonly name: string;
  readonly service: Service;
  readonly running: RunningService;
}

const limits = { startMs: 120_000, pollMs: 200, graceSeconds: 10 };
const imageUser = 1000;

/**
 * Starts a service of the image. Resolves when its health check passes or, without a health check, when it has exited
 * with 0.
 */
export async function startService(
  context: ImageContext,
  networks: Networks,
  name: string,
  say: (line: string) => void,
): Promise<Started | undefined> {
  const service = composition.services[name];
  if (!service) throw new Error(`The composition has no service "${name}".`);
  const started = performance.now();
  const running = runService(context, networks.nameOf(name), service);
  const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (!service.healthcheck) {
    const code = await running.ended;
    if (code !== 0) throw startError(name, `exited with ${code}`, running);
    say(`${name}: exited with 0 after ${took()}`);
    return undefined;
  }
  await waitUntilHealthy(context, networks, name, running);
  const pid = running.programPid();
  const user = pid && readUser(pid);
  if (user !== imageUser) throw startError(name, `runs as user ${user} and not as ${imageUser}`, running);
  say(`${name}: healthy after ${took()}, as user ${user}`);
  return { name, service, running };
}

/** Runs the health check of the composition inside the container, like a container engine. */
async function waitUntilHealthy(
  context: ImageContext,
  networks: Networks,
  name: string,
  running: RunningService,
): Promise<void> {
  const { healthcheck, image } = composition.services[name] ?? {};
  const [kind, ...test] = healthcheck?.test ?? [];
  if (kind !== 'CMD' || !image) throw new Error(`The health check of ${name} must be a command (CMD).`);
  const limit = performance.now() + limits.startMs;
  while ((await runService(context, networks.nameOf(name), { image }, test).ended) !== 0) {
    const end = await Promise.race([running.ended, sleep(limits.pollMs)]);
    if (end !== undefined) throw startError(name, `exited with ${end}`, running);
    if (performance.now() > limit) {
      killProgram(running);
      throw startError(name, `was not healthy within ${limits.startMs / 1000} s`, running);
    }
  }
}

/** Stops a service like a container engine: it must exit with 0 within its grace period after SIGTERM. */
export async function stopService({ name, service, running }: Started, say: (line: string) => void): Promise<void> {
  const graceSeconds = Number.parseInt(service.stop_grace_period ?? `${limits.graceSeconds}`, 10);
  const pid = running.programPid();
  if (!pid) throw startError(name, 'had exited before it was stopped', running);
  const started = performance.now();
  process.kill(pid, 'SIGTERM');
  const code = await Promise.race([
    running.ended,
    sleep(graceSeconds * 1_000, 'still running' as const, { ref: false }),
  ]);
  if (code !== 0) throw startError(name, `${code} ${graceSeconds} s after SIGTERM`, running);
  say(`${name}: stopped with 0 after ${((performance.now() - started) / 1000).toFixed(1)} s of ${graceSeconds} s`);
}

/** Kills the program after a failure. */
export function killProgram(running: RunningService): void {
  const pid = running.programPid();
  if (pid) process.kill(pid, 'SIGKILL');
}

const shownLines = 20;

function startError(name: string, what: string, { lines }: RunningService): Error {
  return new Error(`${name} ${what}. Its last log lines:\n${lines.slice(-shownLines).join('\n')}`);
}
