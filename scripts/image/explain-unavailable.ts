import { installIfMissing } from '@linework/local-servers/install-if-missing';
import { runCommand } from './run-command.ts';

/** Programs of Debian's that building, running and asking take. */
const tools = ['buildah', 'debootstrap', 'redis-server', 'ip', 'curl'];
const packages: Readonly<Record<string, string>> = { ip: 'iproute2' };

/** Why the image cannot be built and run on this machine, as the end of a sentence; undefined where it can. Installs what is missing. */
export async function explainUnavailable(): Promise<string | undefined> {
  if (process.platform !== 'linux') return `it takes Linux, and this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'it takes root: buildah runs without a daemon, and each service gets a network of its own';
  try {
    for (const tool of tools) installIfMissing(tool, packages[tool]);
  } catch (error) {
    return `a tool cannot be installed: ${error instanceof Error ? error.message : error}`;
  }
  return explainNoNetwork();
}

async function explainNoNetwork(): Promise<string | undefined> {
  const name = `linework-try-${process.pid}`;
  try {
    await runCommand('ip', ['netns', 'add', name]);
    await runCommand('ip', ['netns', 'del', name]);
    return undefined;
  } catch {
    return 'this machine allows no network namespaces, which the services get';
  }
}
