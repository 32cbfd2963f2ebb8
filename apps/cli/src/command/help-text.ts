import { wrapText } from '../output/wrap-text.ts';
import type { Context } from './context.ts';

const standardWidth = 100;

/** The width of a help. */
export const helpWidth = ({ stdout }: Pick<Context, 'stdout'>): number => stdout.columns ?? standardWidth;

/** A paragraph below the help of a command. */
export const helpText = (text: string, context: Pick<Context, 'stdout'>): string =>
  ['', ...wrapText(text, helpWidth(context))].join('\n');
