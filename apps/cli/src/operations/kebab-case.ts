/** `externalCode` becomes `external-code`, as names are written on a command line. */
export const kebabCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
