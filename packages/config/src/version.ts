import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** The version that the interface description carries. It is the one that the interface was asked for with. */
export const interfaceVersion = '1.0.0';

/** The version of the release, from the project's `package.json`. */
export const releaseVersion: string = (
  JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
).version;

// biome-ignore lint/style/noProcessEnv: the image is built with its commit, which is not a setting.
const builtFrom = process.env['LINEWORK_COMMIT'];

/** The version of this program: that of the release with the commit, such as `1.1.0-dev+1234abcd`. */
export const version = withCommit(releaseVersion, builtFrom || findCommit(root));

function withCommit(base: string, commit: string | undefined): string {
  return commit === undefined ? base : `${base}+${commit.slice(0, 8)}`;
}

/**
 * The commit of a clone, read from its files, because a machine may lack git. Undefined outside of a clone.
 * @internal
 */
export function findCommit(folder: URL): string | undefined {
  const read = (path: string): string | undefined => {
    try {
      return readFileSync(new URL(`.git/${path}`, folder), 'utf8').trim();
    } catch {
      return undefined;
    }
  };
  const head = read('HEAD');
  const [, branch] = /^ref: (.+)$/.exec(head ?? '') ?? [];
  if (branch === undefined) return head;
  return read(branch) ?? new RegExp(`^([0-9a-f]+) ${branch}$`, 'm').exec(read('packed-refs') ?? '')?.[1];
}
