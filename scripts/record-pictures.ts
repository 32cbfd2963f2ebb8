// Writes the pictures of docs/images: the pages of the console as apps/console/test/pages.browser.test.ts sees them.
// Installs Chromium if it is missing, as tests do.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const { status } = spawnSync('vitest', ['run', 'apps/console/test/pages.browser.test.ts', '-t', 'shows its data'], {
  stdio: 'inherit',
  env: { ...process.env, PICTURES_FOLDER: folder },
});
process.exitCode = status ?? 1;
