import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Buildah } from './buildah.ts';
import { runCommand } from './run-command.ts';

/** The Debian suite of `node:24-slim`. */
const suite = 'bookworm';
export const baseImage = 'localhost/linework-base';

/** Raised on a machine that cannot download Debian's packages. */
export class PackagesUnavailable extends Error {}

/**
 * Builds a replacement for NODE_IMAGE if no image can be pulled: a minimal Debian with the pinned Node, npm, and the
 * user `node`. The Debian part is cached in `cacheFolder`.
 */
export async function buildBaseImage(buildah: Buildah, folder: string, cacheFolder: string): Promise<void> {
  const debian = `${cacheFolder}/debian-${suite}.tar`;
  await mkdir(cacheFolder, { recursive: true });
  if (!existsSync(debian)) await packDebian(`${folder}/debian`, debian);
  const added = `${folder}/added`;
  await addNode(added);
  const container = await buildah.run('from', 'scratch');
  await buildah.run('add', container, debian, '/');
  await buildah.run('copy', container, added, '/');
  await buildah.run(
    'run',
    container,
    '--',
    'sh',
    '-c',
    'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
  );
  await buildah.run(
    'config',
    '--cmd',
    'node',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    container,
  );
  await buildah.run('commit', '--rm', container, baseImage);
}

async function packDebian(root: string, tar: string): Promise<void> {
  await runCommand('debootstrap', ['--variant=minbase', suite, root]).catch((error: Error) => {
    throw new PackagesUnavailable(error.message);
  });
  const left = [
    'dev/*',
    'proc/*',
    'sys/*',
    'var/cache/apt/*',
    'var/lib/apt/lists/*',
    'usr/share/doc/*',
    'usr/share/man/*',
    'usr/share/locale/*',
  ];
  await runCommand('tar', [
    '--directory',
    root,
    ...left.map((path) => `--exclude=./${path}`),
    '--create',
    '--file',
    `${tar}.new`,
    '.',
  ]);
  await rename(`${tar}.new`, tar);
  await rm(root, { recursive: true });
}

/** Adds the Node of node_modules, the npm of this machine, and its registry settings and certificates. */
async function addNode(root: string): Promise<void> {
  const npm = dirname(
    dirname(await realpath(process.env['npm_execpath'] ?? (await runCommand('which', ['npm'])).trim())),
  );
  await mkdir(`${root}/usr/local/bin`, { recursive: true });
  await cp('node_modules/node/bin/node', `${root}/usr/local/bin/node`, { dereference: true });
  await cp(npm, `${root}/usr/local/lib/node_modules/npm`, { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', `${root}/usr/local/bin/npm`);
  await mkdir(`${root}/usr/local/etc`, { recursive: true });
  await writeFile(`${root}/usr/local/etc/npmrc`, '');
  for (const name of ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy']) await addSetting(root, name);
}

async function addSetting(root: string, name: string): Promise<void> {
  const configured = (await runCommand('npm', ['config', 'get', name])).trim();
  // Node may have certificates that are not in npm's settings.
  const value = ['', 'null', 'undefined'].includes(configured)
    ? (name === 'cafile' && process.env['NODE_EXTRA_CA_CERTS']) || ''
    : configured;
  if (value === '') return;
  await appendFile(`${root}/usr/local/etc/npmrc`, `${name}=${value}\n`);
  if (name !== 'cafile') return;
  await mkdir(dirname(join(root, value)), { recursive: true });
  await cp(value, join(root, value), { dereference: true });
}
