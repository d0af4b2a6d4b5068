import { passwordPath } from '@/admin/kit/password-link';
import { loginPath, rootPath } from '@/admin/features/auth/next-path';
import { screens } from '@/admin/screens/screens';

/** The path patterns of the back-office, which the server answers with admin.html. */
export const adminPaths: string[] = [
  rootPath,
  loginPath,
  passwordPath,
  ...screens.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]),
].toSorted();
