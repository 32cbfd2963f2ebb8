import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Results {
  readonly benchmark: string;
  readonly work: string;
  readonly [member: string]: unknown;
}

/**
 * Writes the results of a benchmark as indented JSON, so that a diff shows each change on a separate line. It adds when
 * they were measured, at which commit and with which version, so that the check `figures` can tell when they are older
 * than a release.
 */
export function writeResults(path: string, { benchmark, work, ...results }: Results): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify({ benchmark, work, measuredAt: new Date(), ...describeCode(), ...results }, null, 2)}\n`,
  );
}

/** The commit that is checked out, and `isCommitted: false` when the measured sources differ from it. */
function describeCode() {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const isCommitted =
    git('status', '--porcelain', '--untracked-files=no', '--', 'apps', 'packages', 'prisma', 'package-lock.json') ===
    '';
  return { commit: git('rev-parse', '--short=8', 'HEAD'), ...(!isCommitted && { isCommitted }), version };
}
