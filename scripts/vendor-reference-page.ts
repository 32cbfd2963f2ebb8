// Downloads a version of Scalar with npm, which checks its integrity, and writes the one file of it that /docs serves:
// node scripts/vendor-reference-page.ts VERSION
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const version = process.argv[2];
if (version === undefined) throw new Error('Name the version, for example 1.72.1.');

const vendorFolder = new URL('../apps/api/vendor/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'linework-vendor-'));
try {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', `@scalar/api-reference@${version}`, '--json', '--pack-destination', folder], {
      encoding: 'utf8',
    }),
  );
  execFileSync('tar', [
    '--extract',
    '--gzip',
    '--file',
    join(folder, packed.filename),
    '--directory',
    folder,
    'package/dist/browser/standalone.js',
  ]);
  const compressed = gzipSync(readFileSync(join(folder, 'package/dist/browser/standalone.js')), { level: 9 });
  writeFileSync(`${vendorFolder}scalar-api-reference.js.gz`, compressed);
  writeFileSync(
    `${vendorFolder}scalar-api-reference.sha256`,
    `${createHash('sha256').update(compressed).digest('hex')}\n`,
  );
  console.log(`${compressed.length} bytes written. Change the version in ${vendorFolder}README.md too.`);
} finally {
  rmSync(folder, { recursive: true });
}
