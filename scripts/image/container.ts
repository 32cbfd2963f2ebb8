import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { type Mount, type Service, variablesOf } from '../../apps/local/test/deployment/read-compose.ts';
import { processTree } from '../../apps/local/test/start/process-tree.ts';
import type { Buildah } from './buildah.ts';

/** The resources that all services share. */
export interface ImageContext {
  readonly buildah: Buildah;
  /** The container of the image. All services share it, because each writes only its own state. */
  readonly container: string;
  readonly secretsFolder: string;
  readonly hostsFile: string;
}

export interface RunningService {
  readonly lines: readonly string[];
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<number | string>;
  /** Returns the process id of the program on this machine, or undefined before it has started. */
  programPid(): number | undefined;
}

/** Runs a service in the container as the image's user, with the command, settings and secrets of the composition. */
export function runService(
  context: ImageContext,
  network: string,
  service: Service,
  command: readonly string[] = service.command ?? [],
): RunningService {
  const settings = Object.entries(variablesOf(service)).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const secrets = (service.secrets ?? []).flatMap((name) => [
    '--volume',
    `${context.secretsFolder}/${name}:/run/secrets/${name}:ro`,
  ]);
  const mounts = (service.volumes ?? []).flatMap((each) =>
    typeof each === 'string' ? [] : ['--volume', mountOf(context, each)],
  );
  // Without --no-hosts, buildah mounts its own hosts file over ours in some runs.
  const hosts = ['--no-hosts', '--volume', `${context.hostsFile}:/etc/hosts:ro`];
  const child = context.buildah.spawnIn(
    network,
    'run',
    ...settings,
    ...secrets,
    ...mounts,
    ...hosts,
    context.container,
    '--',
    ...command,
  );
  stopWithThisProcess(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => lines.push(line));
  // buildah starts the program with its full path.
  const isProgram = ({ command: found }: { readonly command: string }) =>
    found.replace(/^\S*\//, '') === command.join(' ');
  return {
    lines,
    ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string),
    programPid: () => processTree([child.pid ?? 0]).find(isProgram)?.pid,
  };
}

/** The folder of secrets in the settings. Each run has a folder of its own in its place. */
export const settingsFolder = '/srv/linework/secrets';

/** Replaces the secrets folder of the settings in a mount by the folder of this run. */
function mountOf({ secretsFolder }: ImageContext, { source, target, read_only: readOnly }: Mount): string {
  const inFolder = source.replace(settingsFolder, secretsFolder);
  return `${inFolder}:${target}${readOnly ? ':ro' : ''}`;
}

/** Returns the user id of a process. */
export function readUser(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
