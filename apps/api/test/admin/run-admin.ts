import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';

const main = fileURLToPath(new URL('../../src/admin-main.ts', import.meta.url));

export interface AdminRun {
  readonly code: number;
  /** What it wrote to standard output. */
  readonly lines: readonly string[];
  /** What it wrote to standard error. */
  readonly complaints: string;
}

/** Runs the admin command as a process of its own, with the address of a database and no other setting. */
export async function runAdmin(databaseUrl: string, words: readonly string[]): Promise<AdminRun> {
  const child = spawn(process.execPath, [main, ...words], { env: { DATABASE_URL: databaseUrl }, stdio: ['ignore', 'pipe', 'pipe'] });
  stopWithThisProcess(child);
  const [output, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number, lines: output.split('\n').filter((line) => line !== ''), complaints };
}
