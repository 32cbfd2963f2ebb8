import { importFileEndings } from '@linework/schemas/inventory/import-file';
import { language } from '../language/language.ts';

/** `.csv, .ndjson, or .jsonl`: what the name of a file may end with. */
export const endingsText: string = new Intl.ListFormat(language, { type: 'disjunction' }).format(importFileEndings);
