import { spawnSync } from 'node:child_process';

/** Makes sure of a program of Debian's: as root it is installed where missing, otherwise the test fails with the line that installs it. */
export function installed(program: string, debianPackage: string): void {
  if (isThere(program)) return;
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', debianPackage], { stdio: 'ignore' });
  }
  if (!isThere(program)) throw new Error(`There is no ${program}. Install it: sudo apt-get update && sudo apt-get install -y ${debianPackage}`);
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}
