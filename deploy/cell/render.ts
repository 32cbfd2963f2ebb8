// Renders the files of a cell: npm run cell -- DESCRIPTION FOLDER. FOLDER gets a folder for each host, and `secrets`,
// which is made once and kept. With `containers` in the description it gets compose.yaml too.
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '@linework/config/config-error';
import { exitWithError } from '@linework/config/exit-with-error';
import { renderCompose } from './compose.ts';
import { type Cell, type CellHost, description, pathsOf, type RenderedFile, type Secrets } from './description.ts';
import { installScript, renderHost, unitsOf } from './services.ts';

/** Returns the description with its defaults. Throws a `ConfigError` that lists all errors. */
export function readDescription(text: string): Cell {
  const parsed = description.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the cell'}: ${message}`));
}

/** Returns the passwords and keys of the folder, and makes those that are missing. */
export function ensureSecrets(folder: string): Secrets & { readonly publicKey: string; readonly privateKey: string } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keep = (name: string, make: () => string): string => {
    const file = join(folder, name);
    if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
    return readFileSync(file, 'utf8');
  };
  const password = (name: string) => keep(`${name}_password`, () => randomBytes(24).toString('hex'));
  const privateKey = keep('secret_private_keys', () =>
    String(generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' })),
  );
  return {
    superuser: password('superuser'),
    replication: password('replication'),
    owner: password('owner'),
    application: password('application'),
    redis: password('redis'),
    patroni: password('patroni'),
    privateKey,
    publicKey: keep('secret_public_keys', () =>
      String(createPublicKey(privateKey).export({ format: 'pem', type: 'spki' })),
    ),
  };
}

/** Every file that a program of the host reads. */
export function filesOf(
  cell: Cell,
  host: CellHost,
  secrets: ReturnType<typeof ensureSecrets>,
): readonly RenderedFile[] {
  const folder = `${pathsOf(cell, host).config}/linework`;
  return [
    ...renderHost(cell, host, secrets),
    { path: `${folder}/secret_public_keys`, owner: 'linework', text: secrets.publicKey },
    { path: `${folder}/secret_private_keys`, owner: 'linework', text: secrets.privateKey },
  ];
}

function write(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

function render(cell: Cell, folder: string): void {
  const secrets = ensureSecrets(join(folder, 'secrets'));
  for (const host of cell.hosts) {
    const target = join(folder, host.name);
    const files = filesOf(cell, host, secrets);
    for (const { path, text, mode } of files) write(join(target, 'files', path), text, mode);
    for (const [name, text] of Object.entries(unitsOf(cell, host)))
      write(join(target, 'files/etc/systemd/system', name), text, 0o644);
    write(join(target, 'install.sh'), installScript(cell, host, files), 0o755);
    if (cell.containers === undefined)
      console.log(`${target}: copy it to ${host.address}, and run install.sh there as root.`);
  }
  if (cell.containers === undefined) return;
  write(join(folder, 'compose.yaml'), renderCompose(cell), 0o644);
  console.log(`${join(folder, 'compose.yaml')}: run docker compose up --build in its folder.`);
}

if (import.meta.main) {
  const [file, folder] = process.argv.slice(2);
  try {
    if (file === undefined || folder === undefined)
      throw new ConfigError(['Usage: npm run cell -- DESCRIPTION FOLDER']);
    render(readDescription(readFileSync(file, 'utf8')), folder);
  } catch (error) {
    exitWithError(error, 'Nothing was rendered');
  }
}
