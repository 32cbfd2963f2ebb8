// Creates the roles of the owner and of the programs in the database of ADMIN_DATABASE_URL. Run it once, before the
// first migration.
import { exitWithError } from '@linework/config/exit-with-error';
import { readRolesConfig } from './config.ts';
import { createRoles } from './create-roles.ts';

try {
  const config = readRolesConfig();
  await createRoles({
    adminUrl: config.ADMIN_DATABASE_URL,
    ownerUrl: config.OWNER_DATABASE_URL,
    applicationUrl: config.APPLICATION_DATABASE_URL,
  });
  console.log('The roles of the owner and of the programs exist.');
} catch (error) {
  exitWithError(error);
}
