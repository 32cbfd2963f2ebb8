import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { toLatinText } from '../model/to-latin-text.ts';
import { unpackFont } from './unpack-font.ts';

export type PdfSheet = PDFKit.PDFDocument;

/** A4 in points, and its printable area. */
export const page = { width: 595.28, height: 841.89, left: 28, right: 567.28, top: 28, bottom: 806 } as const;
export const contentWidth = page.right - page.left;
export const gap = 6;

export const colors = {
  text: '#1a1a1a',
  label: '#5f6368',
  line: '#9aa0a6',
  band: '#eef1f4',
  alarm: '#b3261e',
} as const;

/**
 * Noto Sans, SIL Open Font License 1.1: the licence is in the package @fontsource/noto-sans and allows embedding. Its
 * Latin part is Latin-1.
 */
const fonts = {
  regular: readFont('noto-sans-latin-400-normal.woff'),
  bold: readFont('noto-sans-latin-700-normal.woff'),
} as const;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An empty first page. The file depends only on the arguments. */
export function createSheet(title: string, author: string, at: Date): PdfSheet {
  const sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: {
      Title: toLatinText(title),
      Author: toLatinText(author),
      Producer: 'Linework',
      Creator: 'Linework',
      CreationDate: at,
    },
  });
  for (const [name, font] of Object.entries(fonts)) sheet.registerFont(name, font);
  sheet.y = page.top;
  return sheet;
}

const defaultSize = 7.5;

export interface TextOptions {
  readonly font?: keyof typeof fonts;
  readonly size?: number;
  readonly color?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** By default one line, cut when it is too long. */
  readonly maxLines?: number;
  /** In a smaller size when it is too long for its line, and never cut: for amounts and addresses. */
  readonly shrinksToFit?: true;
}

/** Writes a text into a column and returns its height; the sheet's own position does not move. */
export function writeText(
  sheet: PdfSheet,
  text: string,
  position: { readonly x: number; readonly y: number; readonly width: number },
  options: TextOptions = {},
): number {
  const { font = 'regular', color = colors.text, align = 'left', maxLines = 1 } = options;
  const size = options.shrinksToFit ? fitSize(sheet, text, position.width, options) : (options.size ?? defaultSize);
  const previousY = sheet.y;
  sheet.font(font).fontSize(size).fillColor(color);
  const height =
    Math.min(measureHeight(sheet, text, position.width, { font, size }), maxLines * sheet.currentLineHeight(true)) +
    0.5;
  sheet.text(toLatinText(text), position.x, position.y, { width: position.width, height, align, ellipsis: true });
  sheet.y = previousY;
  return height;
}

/** The height of a text in a column of that width. */
export function measureHeight(
  sheet: PdfSheet,
  text: string,
  width: number,
  { font = 'regular', size = defaultSize }: TextOptions = {},
): number {
  return sheet.font(font).fontSize(size).heightOfString(toLatinText(text), { width });
}

/** The requested size, or the largest one in which the text fits on a line. */
function fitSize(
  sheet: PdfSheet,
  text: string,
  width: number,
  { font = 'regular', size = defaultSize }: TextOptions,
): number {
  const needed = sheet.font(font).fontSize(size).widthOfString(toLatinText(text));
  return needed <= width ? size : (size * (width - 0.5)) / needed;
}

/** A frame with a small heading in its corner and a value under it. */
export function drawField(
  sheet: PdfSheet,
  [label, value]: readonly [label: string, value: string],
  box: Box,
  options: TextOptions = {},
): void {
  drawFrame(sheet, box);
  drawHeading(sheet, label, box);
  writeText(sheet, value, { x: box.x + 4, y: box.y + 10, width: box.width - 8 }, { font: 'bold', size: 8, ...options });
}

export function drawHeading(sheet: PdfSheet, label: string, { x, y, width }: Box): void {
  writeText(sheet, label.toUpperCase(), { x: x + 4, y: y + 2.5, width: width - 8 }, { size: 5.5, color: colors.label });
}

export function drawFrame(sheet: PdfSheet, { x, y, width, height }: Box, fill?: string): void {
  sheet.lineWidth(0.5).roundedRect(x, y, width, height, 2);
  if (fill === undefined) sheet.stroke(colors.line);
  else sheet.fillAndStroke(fill, colors.line);
}

function readFont(file: string): Buffer {
  return unpackFont(readFileSync(createRequire(import.meta.url).resolve(`@fontsource/noto-sans/files/${file}`)));
}
