/** The settings are invalid. The message lists all errors, written for the operator who sets them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    super(errors.join('; '));
    this.errors = errors;
  }
}
