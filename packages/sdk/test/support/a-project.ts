import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = new URL('../../../..', import.meta.url).pathname;

/** A folder of its own with the packed SDK and nothing else. */
export interface Project {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  /** Runs a program in the folder and returns what it prints. Rejects with its output if it fails. */
  run(program: string, args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

/** Builds and packs the SDK, and installs it in an empty folder, as an integrator would. */
export async function aProject(): Promise<Project> {
  const parent = await mkdtemp(join(tmpdir(), 'linework-sdk-'));
  const folder = join(parent, 'project');
  await mkdir(folder);
  const run: Project['run'] = async (program, args, environment = {}) => {
    const { PATH = '' } = process.env;
    return (
      await execute(program, args, { cwd: folder, env: { PATH, HOME: parent, ...environment } }).catch(withOutput)
    ).stdout;
  };
  const packed = await run(process.execPath, [join(root, 'scripts/pack.ts'), 'sdk', parent]);
  await writeFile(join(folder, 'package.json'), '{}');
  await run('npm', ['install', packed.trim(), '--offline', '--no-audit', '--no-fund']);
  return {
    folder,
    write: (name, text) => writeFile(join(folder, name), text),
    run,
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

function withOutput(error: Error & { readonly stdout?: string; readonly stderr?: string }): never {
  throw new Error(`${error.message}\n${error.stdout ?? ''}`, { cause: error });
}
