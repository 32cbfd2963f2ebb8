import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationsByNoun } from '@linework/sdk/operations-by-noun';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kebabCase } from '../src/operations/kebab-case.ts';
import { aUser, type User } from './a-user.ts';

let user: User;
beforeAll(async () => {
  user = await aUser();
});
afterAll(() => user?.remove());

const hook = fileURLToPath(new URL('./print-loads.ts', import.meta.url));
const program = 'linework.cjs';
/** The files with the operations of each noun. */
const nounFiles = Object.keys(operationsByNoun).map((noun) => `lib/${kebabCase(noun)}.cjs`);

/**
 * Runs a command with an API that cannot be reached, and returns what it loads: files of the package with their bytes,
 * and modules of Node.
 */
async function loadsOf(words: readonly string[]) {
  const settings = { LINEWORK_URL: 'http://127.0.0.1:1', LINEWORK_API_KEY: 'none', NODE_OPTIONS: `--import=${hook}` };
  const { code, errorOutput } = await user.run(words, { settings });
  const addresses = errorOutput.split('\n');
  const folder = dirname(user.file);
  const files = addresses.filter((url) => url.startsWith('file:')).map((url) => relative(folder, fileURLToPath(url)));
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return { code, files, bytes, modulesOfNode: addresses.filter((url) => url.startsWith('node:')) };
}

describe('the start of the packed command', () => {
  it.each(['--help', 'version', 'orders list --help', 'orders events --help', 'lins'])(
    'loads no API and no operation of another noun for %s',
    async (text) => {
      const { files, bytes, modulesOfNode } = await loadsOf(text.split(' '));
      expect(files).toEqual(text.startsWith('orders') ? [program, 'lib/orders.cjs'] : [program]);
      expect(bytes).toBeLessThan(170_000);
      expect(modulesOfNode).toContain('node:events');
      expect(modulesOfNode).not.toContain('node:crypto');
    },
  );

  it('loads for a list what a list needs', async () => {
    const { code, files, bytes } = await loadsOf(['lines', 'list']);
    expect(code).toBe(8);
    expect(files.filter((name) => nounFiles.includes(name))).toEqual(['lib/lines.cjs']);
    expect(files).toContain('lib/open-api.cjs');
    expect(bytes).toBeLessThan(300_000);
  });
});
