import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

export const passwordLength = { min: 12, max: 200 } as const;

const distinctCharacters = 6;
/** 4 of 4: more than 10^10 guesses, in the order in which passwords are tried. */
const neededScore = 4;
/** What stands behind these characters makes a password no weaker, and would take longer to estimate. */
const estimatedLength = 100;
/** Words of this product and of its country, which the lists of the library lack. */
const words = ['linework', 'senha', 'mudar', 'brasil'];

/**
 * Describes why a password is rejected, or returns undefined. Length decides; no class of characters is required (NIST
 * SP 800-63B). Rejected are passwords of few different characters and those that zxcvbn guesses soon: common passwords,
 * runs of keys, repetitions, dates and the person's own name.
 */
export async function checkPassword(password: string, name: string): Promise<string | undefined> {
  const text = password.normalize('NFC').toLowerCase();
  if (text.length < passwordLength.min) return `must have at least ${passwordLength.min} characters`;
  if (new Set(text).size < distinctCharacters) return `must have at least ${distinctCharacters} different characters`;
  const owner = name.normalize('NFC').toLowerCase();
  const estimator = await loadEstimator();
  const { score } = estimator.check(text.slice(0, estimatedLength), [owner, ...owner.split(/\s+/), ...words]);
  return score >= neededScore ? undefined : 'is one of the passwords that are guessed first';
}

let loaded: Promise<ZxcvbnFactory> | undefined;

/** The lists take 20 MB and 90 ms, so only a process in which a person chooses a password loads them. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  loaded ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) =>
      new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  );
  return loaded;
}
