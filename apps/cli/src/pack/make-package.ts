import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { releaseVersion, version } from '@linework/config/version';
import type { OutputChunk, Plugin } from 'rolldown';

const entry = fileURLToPath(new URL('../packed-main.ts', import.meta.url));

/**
 * Makes the folder of the npm package `linework`, which starts without any other package, and returns the file to run.
 */
export async function makePackage(folder: string): Promise<string> {
  await rm(`${folder}/lib`, { recursive: true, force: true });
  await mkdir(`${folder}/lib`, { recursive: true });
  for (const { fileName, code } of await bundle()) await writeFile(`${folder}/${fileName}`, code);
  const file = `${folder}/${program}`;
  await chmod(file, 0o755);
  await writeFile(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(`${folder}/README.md`, readme);
  return file;
}

const program = 'linework.cjs';

const manifest = {
  name: 'linework',
  version: releaseVersion,
  description: 'The command line of Linework.',
  license: 'UNLICENSED',
  bin: { linework: program },
  engines: { node: '>=20.19' },
  files: [program, 'lib'],
};

const readme = `# linework

The command line of Linework, without dependencies.

    npx linework --help
    npx linework login --base-url https://linework.example
`;

/** The oldest Node that an integrator may have does not know all syntax that this project uses. */
const target = 'node20';

/** The version is read from files of the project, which the package does not have. */
const fixedVersion: Plugin = {
  name: 'fixed-version',
  load: (file) =>
    file.endsWith('/config/src/version.ts') ? `export const version = ${JSON.stringify(version)};` : undefined,
};

/**
 * Bundles the program, and each part that only some commands need as a file of its own. As CommonJS, because an import
 * of a module of Node evaluates all its lazy members (of `node:util`, of `node:process`): a start as ES modules takes 8
 * ms more of 45.
 */
async function bundle(): Promise<readonly OutputChunk[]> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: entry,
    platform: 'node',
    logLevel: 'silent',
    transform: { target },
    plugins: [fixedVersion],
  });
  const { output } = await build.generate({
    format: 'cjs',
    entryFileNames: program,
    chunkFileNames: 'lib/[name].cjs',
    // The examples of the SDK would be half of what a command loads.
    comments: { jsdoc: false },
  });
  await build.close();
  return output.filter((file) => file.type === 'chunk');
}
