import { t } from './texts.ts';

/** The screens of the menu and of the palette. */
export const screens = [
  { path: '/tables', label: t.tables },
  { path: '/diagram', label: t.diagram },
  { path: '/routines', label: t.routines },
  { path: '/sql', label: t.sql },
  { path: '/policies', label: t.policies },
  { path: '/users', label: t.users },
  { path: '/storage', label: t.storage },
  { path: '/realtime', label: t.realtime },
  { path: '/functions', label: t.functions },
  { path: '/jobs', label: t.jobs },
  { path: '/mail', label: t.mail },
  { path: '/logs', label: t.logs },
  { path: '/docs', label: t.docs },
  { path: '/settings', label: t.settings },
];
