type MenuItem = {
  to: string;
  label: 'menu.dashboard' | 'menu.bookOrders' | 'menu.admins';
  /** What the dashboard calls the way there; absent for the dashboard itself. */
  action?: 'dashboard.toBookOrders' | 'dashboard.toAdmins';
  superAdmin?: true;
};

const items: MenuItem[] = [
  { to: '/admin/dashboard', label: 'menu.dashboard' },
  { to: '/admin/book-orders', label: 'menu.bookOrders', action: 'dashboard.toBookOrders' },
  { to: '/admin/users', label: 'menu.admins', action: 'dashboard.toAdmins', superAdmin: true },
];

/** The pages that an admin of this role is offered. What they may do there is the server's to say. */
export const menuFor = (role: string | undefined): MenuItem[] =>
  items.filter((item) => item.superAdmin !== true || role === 'super_admin');
