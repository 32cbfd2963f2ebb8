import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { latinText } from '../latin-text.ts';
import { unpackFont } from './unpack-font.ts';

export type Sheet = PDFKit.PDFDocument;

/** A4 in points, and what of it is written on. */
export const page = { width: 595.28, height: 841.89, left: 28, right: 567.28, top: 28, bottom: 806 } as const;
export const contentWidth = page.right - page.left;
export const gap = 6;

export const ink = { text: '#1a1a1a', label: '#5f6368', line: '#9aa0a6', band: '#eef1f4', alarm: '#b3261e' } as const;

/** Noto Sans, SIL Open Font License 1.1: the licence goes with the package @fontsource/noto-sans and allows embedding. Its Latin part is Latin-1. */
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

/** An empty first page. Nothing in the file depends on anything but what is passed. */
export function openSheet(title: string, author: string, at: Date): Sheet {
  const sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: latinText(title), Author: latinText(author), Producer: 'Linework', Creator: 'Linework', CreationDate: at },
  });
  for (const [name, font] of Object.entries(fonts)) sheet.registerFont(name, font);
  sheet.y = page.top;
  return sheet;
}

const usualSize = 7.5;

export interface Writing {
  readonly font?: keyof typeof fonts;
  readonly size?: number;
  readonly color?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** Otherwise one line, cut where it is too long. */
  readonly lines?: number;
  /** Smaller where it is too long for its line, and never cut: for amounts and addresses. */
  readonly isWhole?: true;
}

/** Writes a text into a column and says how high it is; the sheet's own place is left where it is. */
export function write(sheet: Sheet, text: string, at: { readonly x: number; readonly y: number; readonly width: number }, writing: Writing = {}): number {
  const { font = 'regular', color = ink.text, align = 'left', lines = 1 } = writing;
  const size = writing.isWhole ? fittingSize(sheet, text, at.width, writing) : (writing.size ?? usualSize);
  const resting = sheet.y;
  sheet.font(font).fontSize(size).fillColor(color);
  const height = Math.min(heightOf(sheet, text, at.width, { font, size }), lines * sheet.currentLineHeight(true)) + 0.5;
  sheet.text(latinText(text), at.x, at.y, { width: at.width, height, align, ellipsis: true });
  sheet.y = resting;
  return height;
}

/** How high a text is in a column of that width. */
export function heightOf(sheet: Sheet, text: string, width: number, { font = 'regular', size = usualSize }: Writing = {}): number {
  return sheet.font(font).fontSize(size).heightOfString(latinText(text), { width });
}

/** The size that was wished for, or the one in which a text just fits on a line. */
function fittingSize(sheet: Sheet, text: string, width: number, { font = 'regular', size = usualSize }: Writing): number {
  const needed = sheet.font(font).fontSize(size).widthOfString(latinText(text));
  return needed <= width ? size : (size * (width - 0.5)) / needed;
}

/** A frame with a small heading in its corner and a value under it. */
export function field(sheet: Sheet, [label, value]: readonly [label: string, value: string], box: Box, writing: Writing = {}): void {
  frame(sheet, box);
  heading(sheet, label, box);
  write(sheet, value, { x: box.x + 4, y: box.y + 10, width: box.width - 8 }, { font: 'bold', size: 8, ...writing });
}

export function heading(sheet: Sheet, label: string, { x, y, width }: Box): void {
  write(sheet, label.toUpperCase(), { x: x + 4, y: y + 2.5, width: width - 8 }, { size: 5.5, color: ink.label });
}

export function frame(sheet: Sheet, { x, y, width, height }: Box, fill?: string): void {
  sheet.lineWidth(0.5).roundedRect(x, y, width, height, 2);
  if (fill === undefined) sheet.stroke(ink.line);
  else sheet.fillAndStroke(fill, ink.line);
}

function readFont(file: string): Buffer {
  return unpackFont(readFileSync(createRequire(import.meta.url).resolve(`@fontsource/noto-sans/files/${file}`)));
}
