import { spawn } from 'node:child_process';
import type { Context, GlobalOptions } from '../command/context.ts';
import { chooseConnection } from '../profiles/choose-connection.ts';
import { readProfiles } from '../profiles/profile-file.ts';

interface OpenOptions extends GlobalOptions {
  readonly print?: boolean;
}

const pages: Readonly<Record<string, string>> = { console: '/console', docs: '/docs', guides: '/guides' };

/** The program of each system that opens an address in the browser. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a page of the API's address, which needs no key, and prints its address. Anything that is no page is looked for
 * in the console.
 */
export async function openPage(
  page = 'console',
  options: OpenOptions,
  { environment, stdout, note }: Context,
): Promise<void> {
  const { url } = chooseConnection(environment, await readProfiles(environment.configFolder), options);
  const path = Object.hasOwn(pages, page) ? pages[page] : `/console/search?q=${encodeURIComponent(page)}`;
  const address = `${url}${path}`;
  stdout.write(`${address}\n`);
  if (options.print === true || stdout.isTTY !== true) return;
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const isOpened = await new Promise((resolve) => {
    const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false)).once('spawn', () => resolve(true));
    child.unref();
  });
  if (isOpened === false) note(`${program} is not installed: open the address in a browser.`);
}
