import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { compileCache } from '@linework/testing/programs/process-settings';

const main = fileURLToPath(new URL('../../src/admin-main.ts', import.meta.url));

export interface AdminRun {
  readonly code: number;
  /** Its standard output. */
  readonly lines: readonly string[];
  /** Its standard error. */
  readonly errorOutput: string;
}

/** Runs the admin command as a separate process. The address of a database is its only setting. */
export async function runAdmin(databaseUrl: string, words: readonly string[]): Promise<AdminRun> {
  const child = spawn(process.execPath, [main, ...words], { env: { ...compileCache, DATABASE_URL: databaseUrl }, stdio: ['ignore', 'pipe', 'pipe'] });
  stopWithThisProcess(child);
  const [output, errorOutput, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number, lines: output.split('\n').filter((line) => line !== ''), errorOutput };
}
