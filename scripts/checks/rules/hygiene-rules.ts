interface Rule {
  readonly pattern: RegExp;
  readonly why: string;
}

/** A path in the file system of one machine. It does not exist on another one. */
const machinePath = /(?<=^|[\s"'`(=:,]|file:\/\/)\/(?:home|Users|root|work|mnt|workspaces?)\/[\w.-]+/m;

const rules: readonly Rule[] = [
  { pattern: machinePath, why: 'a path of one machine' },
  {
    // An address of the domain `example` is of no machine; a path of the interface has the word too.
    pattern:
      /https?:\/\/(?!registry\.npmjs\.org|[\w.-]+\.example\/)[^\s"']*(?:registry|artifactory|nexus|verdaccio|npm-?proxy)/i,
    why: 'a registry that others may not be able to use',
  },
  { pattern: /^\s*(?:@[\w-]+:)?registry\s*=/m, why: 'a registry that others may not be able to use' },
];

/** Finds text that must not be committed. Returns one sentence for each rule, with the line. */
export function findHygieneViolations(path: string, text: string): readonly string[] {
  return rules.flatMap(({ pattern, why }) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${path}:${line}: ${why}: ${found[0].trim().slice(0, 80)}`];
  });
}
