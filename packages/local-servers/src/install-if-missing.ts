import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Has a program of Debian's ready: as root its package is installed where missing. Throws the line that installs it when
 * that cannot be done here, so that tests that need it fail and are never skipped.
 */
export function installIfMissing(program: string, debianPackage = program): void {
  if (isInstalled(program)) return;
  if (process.getuid?.() === 0) install(program, debianPackage);
  if (!isInstalled(program)) throw new Error(`There is no ${program}. Install it: sudo apt-get update && sudo apt-get install -y ${debianPackage}`);
}

/**
 * Test files ask at the same time, and apt-get refuses to begin while another reads the lists: they take turns, and who comes
 * second may find it there. Somebody else's apt-get is waited for too.
 */
function install(program: string, debianPackage: string): void {
  const aptGet = `apt-get update; DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y ${debianPackage}`;
  spawnSync('flock', [join(tmpdir(), 'linework-apt-get.lock'), 'sh', '-c', `command -v ${program} || { ${aptGet}; }`], { stdio: 'ignore' });
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}
