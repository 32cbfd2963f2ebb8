import type { Settings } from '@linework/testing/processes/start-program';

const mutate = new URL('mutate.ts', import.meta.url).href;

/** Settings of a program that is to have a known bug. */
export const mutantSettings = (name: string): Settings => ({ NODE_OPTIONS: `--import=${mutate}?name=${name}` });
