import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfMissing } from '@linework/local-servers/install-if-missing';

/**
 * The official schemas of the tax authority, with the groups of the tax reform (technical note 2025.001). They are not part of the project.
 * Their folder is `OFFICIAL_SCHEMAS_FOLDER`; the default is in `shared/data` beside the project.
 */
const defaultFolder = fileURLToPath(new URL('../../../../../shared/data/nfcom-1.00-rtc-1.10/', import.meta.url));
// biome-ignore lint/style/noProcessEnv: tests have no configuration, and the folder depends on the machine.
const folder = process.env['OFFICIAL_SCHEMAS_FOLDER'] ?? defaultFolder;

type Schema = 'nfcom_v1.00.xsd' | 'procNFCom_v1.00.xsd' | 'eventoNFCom_v1.00.xsd' | 'evCancNFCom_v1.00.xsd';

/** The part of the test context that skips the test. */
interface TestContext {
  skip(reason: string): never;
}

/** Returns the errors of xmllint for documents of an official schema. If the schemas are missing, the test is skipped with the reason in its report. */
export function validateAgainstSchema({ skip }: TestContext, schema: Schema, ...documents: readonly string[]): readonly string[] {
  if (!existsSync(folder)) skip(`the official schemas are not in ${folder}; set OFFICIAL_SCHEMAS_FOLDER to their folder`);
  installIfMissing('xmllint', 'libxml2-utils');
  const folderPath = mkdtempSync(join(tmpdir(), 'linework-nfcom-'));
  const paths = documents.map((document, index) => writeDocument(join(folderPath, `${index}.xml`), document));
  const { stderr, status } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', join(folder, schema), ...paths], { encoding: 'utf8' });
  rmSync(folderPath, { recursive: true });
  const messages = stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'));
  return messages.length === 0 && status !== 0 ? [`xmllint ended with ${status}`] : messages;
}

function writeDocument(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}
