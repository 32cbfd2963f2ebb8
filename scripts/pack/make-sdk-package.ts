import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { interfaceVersion } from '@linework/config/version';

const folder = fileURLToPath(new URL('../../packages/sdk', import.meta.url));
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** Makes the package of the SDK, as it is published, in an empty folder: compiled files, types and source maps. */
export function makeSdkPackage(target: string): void {
  execFileSync(process.execPath, [compiler, '-p', `${folder}/tsconfig.build.json`, '--outDir', `${target}/lib`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  copyFileSync(`${folder}/README.md`, `${target}/README.md`);
  writeFileSync(`${target}/package.json`, `${JSON.stringify(publicManifest(), null, 2)}\n`);
}

/**
 * The workspace's `package.json` names the sources, so that the project's programs need no build; the published one
 * names the compiled files.
 */
function publicManifest(): object {
  const {
    private: _private,
    scripts: _scripts,
    devDependencies: _dependencies,
    exports,
    ...own
  } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
  const compiled = Object.entries(exports).map(
    ([name, source]) => [name, source.replace(/^\.\/src\/(.*)\.ts$/, './lib/$1')] as const,
  );
  const main = './lib/main';
  return {
    ...own,
    version: interfaceVersion,
    files: ['lib'],
    // For compilers that do not read `exports` (`moduleResolution: node10`).
    main: `${main}.js`,
    types: `${main}.d.ts`,
    typesVersions: {
      '*': Object.fromEntries(
        compiled.filter(([name]) => name !== '.').map(([name, path]) => [name.slice('./'.length), [`${path}.d.ts`]]),
      ),
    },
    exports: {
      ...Object.fromEntries(compiled.map(([name, path]) => [name, { types: `${path}.d.ts`, default: `${path}.js` }])),
      './package.json': './package.json',
    },
  };
}
