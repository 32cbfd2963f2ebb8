import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs the Debian package of a program if the program is missing and this process is root. Throws an error with the
 * install command if that is not possible.
 */
export function installIfMissing(program: string, debianPackage = program): void {
  if (isInstalled(program)) return;
  if (process.getuid?.() === 0) install(program, debianPackage);
  if (!isInstalled(program))
    throw new Error(
      `${program} is missing. Install it: sudo apt-get update && sudo apt-get install -y ${debianPackage}`,
    );
}

/** Whether the program is there, or could be installed. */
export function canInstall(program: string): boolean {
  try {
    installIfMissing(program);
    return true;
  } catch {
    return false;
  }
}

/**
 * Test files call this concurrently, and apt-get does not start while another one reads the package lists. A lock runs
 * them one after the other, and the second may find the program installed. The apt-get of another user is waited for
 * too.
 */
function install(program: string, debianPackage: string): void {
  const install = `apt-get -o DPkg::Lock::Timeout=300 install -y ${debianPackage}`;
  const aptGet = `apt-get update; DEBIAN_FRONTEND=noninteractive ${install}`;
  spawnSync('flock', [join(tmpdir(), 'linework-apt-get.lock'), 'sh', '-c', `command -v ${program} || { ${aptGet}; }`], {
    stdio: 'ignore',
  });
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}
