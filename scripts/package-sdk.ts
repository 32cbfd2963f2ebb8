// Builds the package of the SDK, as it is published, in packages/sdk/dist: compiled files, types and source maps. `npm pack packages/sdk/dist` packs it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = new URL('../packages/sdk', import.meta.url).pathname;
const target = process.argv[2] ?? join(folder, 'dist');

interface PackageFile {
  readonly exports: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

rmSync(target, { recursive: true, force: true });
const compiler = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname;
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', join(target, 'lib')], {
  stdio: 'inherit',
});
copyFileSync(join(folder, 'README.md'), join(target, 'README.md'));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(publicPackage(), null, 2)}\n`);

/** The workspace's `package.json` names the sources, so that the project's programs need no build; the published one names the compiled files. */
function publicPackage(): object {
  const {
    private: _private,
    scripts: _scripts,
    devDependencies: _dependencies,
    exports,
    ...own
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
  const compiled = Object.entries(exports).map(([name, source]) => {
    const path = source.replace(/^\.\/src\/(.*)\.ts$/, './lib/$1');
    return [name, { types: `${path}.d.ts`, default: `${path}.js` }];
  });
  return { ...own, files: ['lib'], exports: { ...Object.fromEntries(compiled), './package.json': './package.json' } };
}
