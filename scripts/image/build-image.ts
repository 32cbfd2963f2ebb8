import { readdir, readFile } from 'node:fs/promises';
import { baseImage } from './base-image.ts';
import type { Buildah } from './buildah.ts';
import { runCommand } from './run-command.ts';

export const image = 'localhost/linework';

/** Builds the unchanged Dockerfile on the local base image. */
export async function buildImage(buildah: Buildah): Promise<void> {
  const network = ['--network', 'host', '--volume', '/etc/hosts:/etc/hosts:ro'];
  await buildah.run('build', '--pull-never', ...network, '--build-arg', `NODE_IMAGE=${baseImage}`, '--tag', image, '.');
}

interface Component {
  readonly type: 'library';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

export interface Contents {
  readonly totalBytes: number;
  readonly appBytes: number;
  readonly npmPackages: readonly Component[];
  readonly debianPackages: readonly Component[];
}

/** Reads the contents of the image from its files. */
export async function readContents(root: string): Promise<Contents> {
  return {
    totalBytes: await measureSize(root),
    appBytes: await measureSize(`${root}/app`),
    npmPackages: await findNpmPackages(`${root}/app/node_modules`),
    debianPackages: findDebianPackages(await readFile(`${root}/var/lib/dpkg/status`, 'utf8')),
  };
}

/** Builds the bill of materials of the image (CycloneDX). */
export function buildBillOfMaterials({ npmPackages, debianPackages }: Contents): object {
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [...npmPackages, ...debianPackages] };
}

async function measureSize(folder: string): Promise<number> {
  return Number((await runCommand('du', ['--summarize', '--bytes', folder])).split('\t')[0]);
}

/** Finds the packages of other projects in the tree. Our own packages are links and are not followed. */
async function findNpmPackages(folder: string): Promise<readonly Component[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const manifests = entries.filter(
    ({ name, parentPath }) => name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/]+$/.test(parentPath),
  );
  const read = await Promise.all(
    manifests.map(
      async ({ parentPath }) => JSON.parse(await readFile(`${parentPath}/package.json`, 'utf8')) as Component,
    ),
  );
  const found = read.map(({ name, version }) =>
    component(name, version, `pkg:npm/${name.replace('@', '%40')}@${version}`),
  );
  return [...new Map(found.map((each) => [each.purl, each])).values()].toSorted((one, other) =>
    one.purl.localeCompare(other.purl),
  );
}

function findDebianPackages(status: string): readonly Component[] {
  const field = (text: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const installed = status.split('\n\n').filter((text) => field(text, 'Status').endsWith(' installed'));
  return installed.map((text) => {
    const [name, version] = [field(text, 'Package'), field(text, 'Version')];
    return component(name, version, `pkg:deb/debian/${name}@${encodeURIComponent(version)}`);
  });
}

const component = (name: string, version: string, purl: string): Component => ({
  type: 'library',
  name,
  version,
  purl,
});
