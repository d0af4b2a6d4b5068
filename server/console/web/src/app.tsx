import { createBrowserRouter, Navigate, RouterProvider } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from './kit/api.ts';
import { connection } from './kit/connection.ts';
import { session } from './kit/session.ts';
import { Failure, Loading } from './kit/ui.tsx';
import { SignIn } from './screens/sign-in/sign-in.tsx';
import { Broken, Shell } from './shell.tsx';
import { TablesScreen } from './screens/tables/tables.tsx';

const screens = [
  { index: true, element: <Navigate to="/tables" replace /> },
  { path: 'tables', Component: TablesScreen },
  {
    path: 'tables/new',
    lazy: async () => ({
      Component: (await import('./screens/structure/new-table.tsx')).NewTableScreen,
    }),
  },
  {
    path: 'tables/:schema/:name',
    lazy: async () => ({ Component: (await import('./screens/grid/grid.tsx')).GridScreen }),
  },
  {
    path: 'tables/:schema/:name/structure',
    lazy: async () => ({
      Component: (await import('./screens/structure/structure.tsx')).StructureScreen,
    }),
  },
  {
    path: 'routines',
    lazy: async () => ({
      Component: (await import('./screens/routines/routines.tsx')).RoutinesScreen,
    }),
  },
  {
    path: 'sql',
    lazy: async () => ({ Component: (await import('./screens/sql/sql.tsx')).SqlScreen }),
  },
  {
    path: 'policies',
    lazy: async () => ({
      Component: (await import('./screens/policies/policies.tsx')).PoliciesScreen,
    }),
  },
  {
    path: 'users',
    lazy: async () => ({ Component: (await import('./screens/users/users.tsx')).UsersScreen }),
  },
  {
    path: 'storage',
    lazy: async () => ({
      Component: (await import('./screens/storage/storage.tsx')).StorageScreen,
    }),
  },
  {
    path: 'logs',
    lazy: async () => ({ Component: (await import('./screens/logs/logs.tsx')).LogsScreen }),
  },
  {
    path: 'jobs',
    lazy: async () => ({ Component: (await import('./screens/jobs/jobs.tsx')).JobsScreen }),
  },
  {
    path: 'functions',
    lazy: async () => ({
      Component: (await import('./screens/functions/functions.tsx')).FunctionsScreen,
    }),
  },
  {
    path: 'mail',
    lazy: async () => ({ Component: (await import('./screens/mail/mail.tsx')).MailScreen }),
  },
  {
    path: 'mail/templates',
    lazy: async () => ({
      Component: (await import('./screens/mail/templates.tsx')).TemplatesScreen,
    }),
  },
  {
    path: 'settings',
    lazy: async () => ({
      Component: (await import('./screens/settings/settings.tsx')).SettingsScreen,
    }),
  },
  {
    path: 'docs',
    lazy: async () => ({ Component: (await import('./screens/docs/docs.tsx')).DocsScreen }),
  },
  {
    path: 'diagram',
    lazy: async () => ({
      Component: (await import('./screens/diagram/diagram.tsx')).DiagramScreen,
    }),
  },
  {
    path: 'realtime',
    lazy: async () => ({
      Component: (await import('./screens/realtime/realtime.tsx')).RealtimeScreen,
    }),
  },
  { path: '*', element: <Navigate to="/tables" replace /> },
];

const router = createBrowserRouter(
  [
    {
      Component: Shell,
      HydrateFallback: Loading,
      ErrorBoundary: Broken,
      children: [{ ErrorBoundary: Broken, children: screens }],
    },
  ],
  { basename: '/_' },
);

/** The application: the sign-in, or the screens of an operator. */
export function App() {
  const isAway = connection.use() === 'away';
  // While the server does not answer, it is asked until it does.
  const signedIn = useQuery({ ...session, refetchInterval: isAway ? 2000 : false });
  // A session that has ended, and a server that is away, take nothing off the screen.
  if (signedIn.data) return <RouterProvider router={router} />;
  if (signedIn.isPending) return <Loading />;
  if (signedIn.error instanceof ApiError && signedIn.error.status === 401) return <SignIn />;
  return (
    <main className="alone">
      <Failure error={signedIn.error} onRetry={() => void signedIn.refetch()} />
    </main>
  );
}
