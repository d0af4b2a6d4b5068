// The back-office in the light that was chosen for it, before anything of it is seen: a script of the
// bundle would come after the first paint. src/desk/theme.ts writes what this reads.
try {
  const theme = localStorage.getItem('admin-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us: the system's light then.
}
