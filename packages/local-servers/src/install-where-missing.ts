import { spawnSync } from 'node:child_process';

/**
 * Has the program of a Debian package ready: as root it is installed where missing. Throws the line that installs it when
 * that cannot be done here, so that tests that need it fail and are never skipped.
 */
export function installWhereMissing(program: string): void {
  if (isInstalled(program)) return;
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    // Another test file may be installing it at this moment: it waits for its turn.
    const install = ['apt-get', '-o', 'DPkg::Lock::Timeout=300', 'install', '-y', program];
    spawnSync('env', ['DEBIAN_FRONTEND=noninteractive', ...install], { stdio: 'ignore' });
  }
  if (!isInstalled(program)) throw new Error(`There is no ${program}. Install it: sudo apt-get update && sudo apt-get install -y ${program}`);
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
