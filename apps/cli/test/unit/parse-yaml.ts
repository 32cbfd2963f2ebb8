/** Reads what the command line writes as YAML. */
export { parse as parseYaml } from 'yaml';
