import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWhereMissing } from '@linework/local-servers/install-where-missing';

/** The tax authority's own files, with the groups of the tax reform (technical note 2025.001). They stand beside the project and are not part of it. */
const folder = fileURLToPath(new URL('../../../../shared/data/nfcom-1.00-rtc-1.10/', import.meta.url));

type Schema = 'nfcom_v1.00.xsd' | 'procNFCom_v1.00.xsd' | 'eventoNFCom_v1.00.xsd' | 'evCancNFCom_v1.00.xsd';

/** What xmllint has against documents under one of the official schemas; nothing, said aloud, where the schemas are not beside the project. */
export function complaints(schema: Schema, ...documents: readonly string[]): readonly string[] {
  if (!existsSync(folder)) {
    console.warn(`NOT CHECKED: ${documents.length} documents against ${schema}, because ${folder} is not there.`);
    return [];
  }
  installWhereMissing('xmllint', 'libxml2-utils');
  const place = mkdtempSync(join(tmpdir(), 'linework-nfcom-'));
  const paths = documents.map((document, index) => writtenTo(join(place, `${index}.xml`), document));
  const { stderr, status } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', join(folder, schema), ...paths], { encoding: 'utf8' });
  rmSync(place, { recursive: true });
  const said = stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'));
  return said.length === 0 && status !== 0 ? [`xmllint ended with ${status}`] : said;
}

function writtenTo(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}
