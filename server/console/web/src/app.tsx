import { lazy, Suspense } from 'react';
import { createBrowserRouter, Navigate, RouterProvider } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from './kit/api.ts';
import { session } from './kit/session.ts';
import { Failure, Loading } from './kit/ui.tsx';
import { SignIn } from './screens/sign-in/sign-in.tsx';
import { Shell } from './shell.tsx';
import { TablesScreen } from './screens/tables/tables.tsx';

const Grid = lazy(async () => ({ default: (await import('./screens/grid/grid.tsx')).GridScreen }));
const Sql = lazy(async () => ({ default: (await import('./screens/sql/sql.tsx')).SqlScreen }));
const Structure = lazy(async () => ({
  default: (await import('./screens/structure/structure.tsx')).StructureScreen,
}));
const Users = lazy(async () => ({
  default: (await import('./screens/users/users.tsx')).UsersScreen,
}));
const Storage = lazy(async () => ({
  default: (await import('./screens/storage/storage.tsx')).StorageScreen,
}));
const Logs = lazy(async () => ({
  default: (await import('./screens/logs/logs.tsx')).LogsScreen,
}));
const Jobs = lazy(async () => ({
  default: (await import('./screens/jobs/jobs.tsx')).JobsScreen,
}));
const Functions = lazy(async () => ({
  default: (await import('./screens/functions/functions.tsx')).FunctionsScreen,
}));
const MailTemplates = lazy(async () => ({
  default: (await import('./screens/mail/templates.tsx')).TemplatesScreen,
}));
const Mail = lazy(async () => ({
  default: (await import('./screens/mail/mail.tsx')).MailScreen,
}));
const Settings = lazy(async () => ({
  default: (await import('./screens/settings/settings.tsx')).SettingsScreen,
}));
const Docs = lazy(async () => ({
  default: (await import('./screens/docs/docs.tsx')).DocsScreen,
}));
const Diagram = lazy(async () => ({
  default: (await import('./screens/diagram/diagram.tsx')).DiagramScreen,
}));
const Realtime = lazy(async () => ({
  default: (await import('./screens/realtime/realtime.tsx')).RealtimeScreen,
}));
const Routines = lazy(async () => ({
  default: (await import('./screens/routines/routines.tsx')).RoutinesScreen,
}));
const Policies = lazy(async () => ({
  default: (await import('./screens/policies/policies.tsx')).PoliciesScreen,
}));
const NewTable = lazy(async () => ({
  default: (await import('./screens/structure/new-table.tsx')).NewTableScreen,
}));

const router = createBrowserRouter(
  [
    {
      Component: Shell,
      children: [
        { index: true, element: <Navigate to="/tables" replace /> },
        { path: 'tables', Component: TablesScreen },
        { path: 'tables/new', Component: NewTable },
        { path: 'tables/:schema/:name', Component: Grid },
        { path: 'tables/:schema/:name/structure', Component: Structure },
        { path: 'routines', Component: Routines },
        { path: 'sql', Component: Sql },
        { path: 'policies', Component: Policies },
        { path: 'users', Component: Users },
        { path: 'storage', Component: Storage },
        { path: 'logs', Component: Logs },
        { path: 'jobs', Component: Jobs },
        { path: 'functions', Component: Functions },
        { path: 'mail', Component: Mail },
        { path: 'mail/templates', Component: MailTemplates },
        { path: 'settings', Component: Settings },
        { path: 'docs', Component: Docs },
        { path: 'diagram', Component: Diagram },
        { path: 'realtime', Component: Realtime },
        { path: '*', element: <Navigate to="/tables" replace /> },
      ],
    },
  ],
  { basename: '/_' },
);

/** The application: the sign-in, or the screens of an operator. */
export function App() {
  const signedIn = useQuery(session);
  if (signedIn.isPending) return <Loading />;
  if (signedIn.error instanceof ApiError && signedIn.error.status === 401) return <SignIn />;
  if (signedIn.error) {
    return (
      <main className="alone">
        <Failure error={signedIn.error} />
      </main>
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      <RouterProvider router={router} />
    </Suspense>
  );
}
