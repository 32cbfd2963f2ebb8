// Builds the image, starts the services of docker-compose.production.yml with it one by one, with the simulators of the
// demo, sends requests to them, creates the demo data, and stops them. It needs root, but no container engine.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBaseImage, PackagesUnavailable } from '../image/base-image.ts';
import { buildBillOfMaterials, buildImage, image, readContents } from '../image/build-image.ts';
import { type Buildah, openBuildah } from '../image/buildah.ts';
import {
  composition,
  demoDataName,
  imageServices,
  killProgram,
  partnerFile,
  type Started,
  startService,
  stopService,
} from '../image/composition.ts';
import type { ImageContext } from '../image/container.ts';
import { blockDemoLine, createDemoData } from '../image/demo-line.ts';
import { explainUnavailable } from '../image/explain-unavailable.ts';
import { blockFirstLine, createFirstKey } from '../image/first-line.ts';
import { startPostgres, startRedis } from '../image/local-services.ts';
import { makeNetworks, type Networks } from '../image/networks.ts';
import { probe } from '../image/probe.ts';
import { skipCheck } from './run-check.ts';

const outputFolder = '.local/image';
const say = (line: string) => console.log(`  ${line}`);
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;

const folder = mkdtempSync(join(tmpdir(), 'linework-image-'));
try {
  const reason = (await explainUnavailable()) ?? (await checkImage(openBuildah(folder)));
  if (reason) skipCheck(`The image was neither built nor run, because ${reason}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Returns the reason why the image cannot be built here, as the end of a sentence; undefined if everything succeeded.
 */
async function checkImage(buildah: Buildah): Promise<string | undefined> {
  const reason = await buildBaseImage(buildah, folder, outputFolder).catch(explainMissingPackages);
  if (reason) return reason;
  await buildImage(buildah);
  const container = await buildah.run('from', '--pull-never', image);
  await describe(await buildah.run('mount', container));
  const networks = await makeNetworks([...Object.keys(composition.services), demoDataName, 'client']);
  try {
    await runAll({ buildah, container, secretsFolder: `${folder}/secrets`, hostsFile: `${folder}/hosts` }, networks);
  } finally {
    await networks.remove();
  }
  return undefined;
}

function explainMissingPackages(error: unknown): string {
  if (!(error instanceof PackagesUnavailable)) throw error;
  return `Debian's packages, which the base image needs, cannot be downloaded: ${error.message}`;
}

async function describe(root: string): Promise<void> {
  const contents = await readContents(root);
  const bill = `${outputFolder}/bill-of-materials.json`;
  writeFileSync(bill, `${JSON.stringify(buildBillOfMaterials(contents), null, 2)}\n`);
  const { totalBytes, appBytes, npmPackages, debianPackages } = contents;
  say(`built: ${mebibytes(totalBytes)}, of which ${mebibytes(appBytes)} are the programs and their imports`);
  say(`contains ${npmPackages.length} packages from npm and ${debianPackages.length} from Debian: ${bill} (CycloneDX)`);
}

async function runAll(ground: ImageContext, networks: Networks): Promise<void> {
  await using end = new AsyncDisposableStack();
  spawnSync('sh', ['deploy/make-secrets.sh', ground.secretsFolder], { stdio: 'inherit' });
  writeFileSync(`${ground.secretsFolder}/partners/${partnerFile.name}`, partnerFile.text);
  writeFileSync(ground.hostsFile, networks.hosts);
  const { postgres, redis } = composition.services;
  const place = (service: string) => {
    const own = `${folder}/${service}`;
    mkdirSync(own);
    return { network: networks.nameOf(service), folder: own };
  };
  const database = await startPostgres(
    place('postgres'),
    postgres?.command?.slice(1) ?? [],
    `${ground.secretsFolder}/postgres_password`,
  );
  end.defer(() => database.stop());
  const queue = await startRedis(place('redis'), redis, ground.secretsFolder);
  end.defer(() => queue.stop());
  const started: Started[] = [];
  end.defer(() => {
    for (const { running } of started) killProgram(running);
  });
  for (const name of imageServices) started.push(...[(await startService(ground, networks, name, say)) ?? []].flat());
  await probeAll(ground, networks);
  for (const each of started.toReversed()) await stopService(each, say);
}

async function probeAll(ground: ImageContext, networks: Networks): Promise<void> {
  const client = networks.nameOf('client');
  const steps = await createFirstKey(ground, networks);
  const { operatorKey: key } = steps;
  const at = (service: string, path: string) => `http://${networks.addressOf(service)}:${path}`;
  const probes = [
    { url: at('api', '3000/'), status: 302, contains: '/docs' },
    { url: at('api', '3000/orders'), status: 401 },
    { url: at('api', '3000/orders'), status: 200, key, contains: '"items":[]' },
    // A "degraded" program also responds with 200.
    { url: at('api', '3000/health/ready'), status: 200, contains: '"status":"ready"' },
    { url: at('worker', '3002/health/ready'), status: 200, contains: '"status":"ready"' },
    { url: at('worker-2', '3002/health/ready'), status: 200, contains: '"status":"ready"' },
    { url: at('api', '3001/metrics'), status: 200, key, contains: 'linework_' },
    { url: at('worker', '3002/metrics'), status: 200, key, contains: 'linework_' },
    { url: at('worker-2', '3002/metrics'), status: 200, key, contains: 'linework_' },
  ];
  for (const one of probes) await probe(client, one);
  say(`${probes.length} requests got the expected response, with an operator's key that was created in a container`);
  await blockFirstLine(client, at('api', '3000'), steps);
  say('the requests of docs/guides/empty-database.md led to a blocked line, through Redis, a worker and the simulator');
  await blockDemoLine(client, at('api', '3000'), await createDemoData(ground, networks));
  say('the demo data was created once, and the commands that its service prints led to a blocked line');
}
