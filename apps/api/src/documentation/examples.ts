import { readFileSync } from 'node:fs';
import type { OperationExample } from '@linework/http/openapi/operation-example';

/** The example of each operation, by its name. */
export type Examples = Readonly<Record<string, OperationExample | undefined>>;

const file = new URL('../../../../docs/generated/examples.json', import.meta.url);

/** Reads the requests and answers that the tests recorded (`npm run examples`). */
export const readExamples = (): Examples => JSON.parse(readFileSync(file, 'utf8')) as Examples;
