import { spawnSync } from 'node:child_process';
import { installWhereMissing } from '@linework/local-servers/install-where-missing';

/** What a PDF says, laid out as on paper, by poppler. */
export const textOfPdf = (pdf: Uint8Array): string => read('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], pdf);

/** The table of a PDF's fonts, by poppler. */
export const fontsOfPdf = (pdf: Uint8Array): string => read('pdffonts', ['-'], pdf);

/** Raises what the program has against the PDF. */
function read(program: string, options: readonly string[], pdf: Uint8Array): string {
  installWhereMissing(program, 'poppler-utils');
  const { stdout, stderr } = spawnSync(program, options, { input: pdf, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (stderr !== '') throw new Error(`${program} says: ${stderr}`);
  return stdout;
}
