import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfMissing } from '@linework/local-servers/install-if-missing';

/**
 * The tax authority's own files, with the groups of the tax reform (technical note 2025.001). They are not part of the project: `OFFICIAL_SCHEMAS_FOLDER`
 * names where they are, or they are in `shared/data` beside the project.
 */
const beside = fileURLToPath(new URL('../../../../shared/data/nfcom-1.00-rtc-1.10/', import.meta.url));
// biome-ignore lint/style/noProcessEnv: tests have no configuration, and this is where the files are on the machine that runs them.
const folder = process.env['OFFICIAL_SCHEMAS_FOLDER'] ?? beside;

type Schema = 'nfcom_v1.00.xsd' | 'procNFCom_v1.00.xsd' | 'eventoNFCom_v1.00.xsd' | 'evCancNFCom_v1.00.xsd';

/** What a test is told to skip itself with. */
interface TestContext {
  skip(reason: string): never;
}

/** What xmllint has against documents under one of the official schemas. The test is skipped, and its report says why, where the schemas are not there. */
export function validateAgainstSchema({ skip }: TestContext, schema: Schema, ...documents: readonly string[]): readonly string[] {
  if (!existsSync(folder)) skip(`the official schemas are not in ${folder}: OFFICIAL_SCHEMAS_FOLDER names another folder`);
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
