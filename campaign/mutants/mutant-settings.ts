import type { Settings } from '@linework/testing/programs/process-settings';

const mutate = new URL('mutate.ts', import.meta.url).href;

/** Settings that start a program with a known bug. */
export const mutantSettings = (name: string): Settings => ({ NODE_OPTIONS: `--import=${mutate}?name=${name}` });
