import { parse } from 'yaml';

/** Reads what the command line writes as YAML. */
export const parseYaml = (text: string): unknown => parse(text);
