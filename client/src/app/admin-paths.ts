import { passwordPath } from '@/admin/password-link';
import { loginPath, rootPath } from '@/features/admin-auth/next-path';
import { screens } from '@/pages/admin/screens';

/** The path patterns of the back-office, which the server answers with admin.html. */
export const adminPaths: string[] = [
  rootPath,
  loginPath,
  passwordPath,
  ...screens.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]),
].toSorted();
