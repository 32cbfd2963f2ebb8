import { spawnSync } from 'node:child_process';
import { needs } from '../run/needs.ts';

/** Extracts the text of a PDF in its layout, with poppler. Without poppler the test is skipped. */
export const readPdfText = (pdf: Uint8Array): string =>
  runPdfTool('pdftotext', ['-layout', '-enc', 'UTF-8', '-', '-'], pdf);

/** Lists the fonts of a PDF, with poppler. */
export const readPdfFonts = (pdf: Uint8Array): string => runPdfTool('pdffonts', ['-'], pdf);

/** Throws with the messages of the program if the PDF is invalid. */
function runPdfTool(program: string, options: readonly string[], pdf: Uint8Array): string {
  needs('poppler');
  const { stdout, stderr } = spawnSync(program, options, { input: pdf, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (stderr !== '') throw new Error(`${program} reports: ${stderr}`);
  return stdout;
}
