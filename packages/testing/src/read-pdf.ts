import { spawnSync } from 'node:child_process';
import { installIfMissing } from '@linework/local-servers/install-if-missing';

/** What a PDF says, laid out as on paper, by poppler. */
export const readPdfText = (pdf: Uint8Array): string => runPdfTool('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], pdf);

/** The table of a PDF's fonts, by poppler. */
export const readPdfFonts = (pdf: Uint8Array): string => runPdfTool('pdffonts', ['-'], pdf);

/** Raises what the program has against the PDF. */
function runPdfTool(program: string, options: readonly string[], pdf: Uint8Array): string {
  installIfMissing(program, 'poppler-utils');
  const { stdout, stderr } = spawnSync(program, options, { input: pdf, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (stderr !== '') throw new Error(`${program} says: ${stderr}`);
  return stdout;
}
