import { installIfMissing } from '@linework/local-servers/install-if-missing';
import { runCommand } from './run-command.ts';

/** The Debian programs that the check needs. */
const tools = ['buildah', 'debootstrap', 'redis-server', 'ip', 'curl'];
const packages: Readonly<Record<string, string>> = { ip: 'iproute2' };

/**
 * Installs missing tools. Returns the reason why the image cannot run on this machine, as the end of a sentence, or
 * undefined.
 */
export async function explainUnavailable(): Promise<string | undefined> {
  if (process.platform !== 'linux') return `it needs Linux, and this is ${process.platform}`;
  if (process.getuid?.() !== 0)
    return 'it needs root: buildah runs without a daemon, and each service gets its own network';
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
    return 'this machine does not allow network namespaces';
  }
}
