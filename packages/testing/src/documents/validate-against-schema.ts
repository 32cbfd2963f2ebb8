import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../run/needs.ts';
import { officialSchemasFolder } from '../run/official-schemas-folder.ts';

type Schema = 'nfcom_v1.00.xsd' | 'procNFCom_v1.00.xsd' | 'eventoNFCom_v1.00.xsd' | 'evCancNFCom_v1.00.xsd';

/**
 * Returns the errors of xmllint for documents of an official schema. Without the schemas or xmllint the test is
 * skipped.
 */
export function validateAgainstSchema(schema: Schema, ...documents: readonly string[]): readonly string[] {
  needs('official-schemas', 'xmllint');
  const folder = mkdtempSync(join(tmpdir(), 'linework-nfcom-'));
  const paths = documents.map((document, index) => writeDocument(join(folder, `${index}.xml`), document));
  const { stderr, status } = spawnSync(
    'xmllint',
    ['--noout', '--nonet', '--schema', join(officialSchemasFolder, schema), ...paths],
    { encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  const messages = stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'));
  return messages.length === 0 && status !== 0 ? [`xmllint ended with ${status}`] : messages;
}

function writeDocument(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}
