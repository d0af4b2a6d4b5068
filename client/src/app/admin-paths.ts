import { loginPath, rootPath } from '../features/admin-auth/next-path';
import { screens } from '../pages/admin/screens';

/** Every address of the back-office, as patterns: what the server answers with admin.html. */
export const adminPaths: string[] = [
  rootPath,
  loginPath,
  ...screens.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]),
].toSorted();
