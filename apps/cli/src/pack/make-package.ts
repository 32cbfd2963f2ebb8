import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { version } from '../program/version.ts';

const entry = fileURLToPath(new URL('../packed-main.ts', import.meta.url));

/** Makes the folder of the npm package `linework`: one file with everything in it, which starts without any other package. */
export async function makePackage(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = `${folder}/linework.mjs`;
  await writeFile(file, await bundle());
  await chmod(file, 0o755);
  await writeFile(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(`${folder}/README.md`, readme);
  return file;
}

const manifest = {
  name: 'linework',
  version,
  description: 'The command line of Linework.',
  license: 'UNLICENSED',
  type: 'module',
  bin: { linework: 'linework.mjs' },
  engines: { node: '>=20.19' },
  files: ['linework.mjs'],
};

const readme = `# linework

The command line of Linework, in one file without dependencies.

    npx linework --help
    npx linework login --base-url https://linework.example
`;

/** The oldest Node that an integrator may have does not know all syntax that this project uses. */
const target = 'node20';

async function bundle(): Promise<string> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({ input: entry, platform: 'node', logLevel: 'silent', transform: { target } });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
}
