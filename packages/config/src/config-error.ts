/** The settings do not allow a start. The message names every fault, in words for the person who sets them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    super(errors.join('; '));
    this.errors = errors;
  }
}
