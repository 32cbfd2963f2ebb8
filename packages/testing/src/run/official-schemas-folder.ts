import { fileURLToPath } from 'node:url';

/**
 * The official schemas of the tax authority, with the groups of the tax reform (technical note 2025.001). They are not
 * part of the project. Their folder is `OFFICIAL_SCHEMAS_FOLDER`; the default is in `shared/data` beside the project.
 */
const defaultFolder = fileURLToPath(new URL('../../../../../shared/data/nfcom-1.00-rtc-1.10/', import.meta.url));
// biome-ignore lint/style/noProcessEnv: tests have no configuration, and the folder depends on the machine.
export const officialSchemasFolder = process.env['OFFICIAL_SCHEMAS_FOLDER'] ?? defaultFolder;
