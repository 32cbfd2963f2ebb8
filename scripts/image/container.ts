import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { demoSettings, type Mount, type Service } from '../../apps/local/test/deployment/read-compose.ts';
import { processTree } from '../../apps/local/test/start/process-tree.ts';
import type { Buildah } from './buildah.ts';

/** What every service runs with. */
export interface ImageContext {
  readonly buildah: Buildah;
  /** Of the image, shared by the services: none of them writes into it but its own state. */
  readonly container: string;
  readonly secretsFolder: string;
  readonly hostsFile: string;
}

export interface RunningService {
  readonly lines: readonly string[];
  /** Resolves with the exit code, or the signal. */
  readonly ended: Promise<number | string>;
  /** The process id of the program itself, as this machine sees it; undefined before it is there. */
  programPid(): number | undefined;
}

/** Runs a service in a container of the image: as the image's user, with the command, settings and secrets of the composition. */
export function runService(ground: ImageContext, network: string, service: Service, command: readonly string[] = service.command ?? []): RunningService {
  const settings = Object.entries(service.environment ?? {}).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const secrets = (service.secrets ?? []).flatMap((name) => ['--volume', `${ground.secretsFolder}/${name}:/run/secrets/${name}:ro`]);
  const mounts = (service.volumes ?? []).flatMap((each) => (typeof each === 'string' ? [] : ['--volume', mountOf(ground, each)]));
  // Without --no-hosts a file of buildah's own lies over ours, or under it: it differs from run to run.
  const hosts = ['--no-hosts', '--volume', `${ground.hostsFile}:/etc/hosts:ro`];
  const child = ground.buildah.spawnIn(network, 'run', ...settings, ...secrets, ...mounts, ...hosts, ground.container, '--', ...command);
  stopWithThisProcess(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', (line) => lines.push(line));
  // buildah writes the whole path of the program.
  const isProgram = ({ command: found }: { readonly command: string }) => found.replace(/^\S*\//, '') === command.join(' ');
  return {
    lines,
    ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string),
    programPid: () => processTree([child.pid ?? 0]).find(isProgram)?.pid,
  };
}

/** A folder of the secrets, which stands in the composition under the name that deploy/demo.env gives it. */
function mountOf({ secretsFolder }: ImageContext, { source, target, read_only: readOnly }: Mount): string {
  const inFolder = source.replace(demoSettings['SECRETS_FOLDER'] ?? '', secretsFolder);
  return `${inFolder}:${target}${readOnly ? ':ro' : ''}`;
}

/** The user that a process runs as. */
export function readUser(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
