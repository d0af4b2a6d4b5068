import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { BrowserRouter } from 'react-router';
import { ConfirmProvider } from '@/admin/kit/confirm';
import { hasUnsaved } from '@/admin/kit/unsaved';
// Every screen needs it: src/api/client.ts imports it dynamically for the public site.
import '@/shared/api/supabase';
import { AdminAuthProvider } from '@/admin/features/auth/admin-auth-provider';
import { addCatalogues, startI18n } from '@/shared/i18n';
import { adminCatalogues } from '@/shared/i18n/admin-catalogues';
import { AdminRoutes } from '@/admin/screens/admin-routes';
import { reloadOnPreloadError } from '@/shared/ui/preload-error';
import { mount } from '@/shared/app/mount';
import { Providers } from '@/shared/app/providers';
import { newQueryClient } from '@/shared/app/dehydrated-state';
import '@/admin/styles/admin.css';

// Radix locks the scrolling behind its dialogs with a style element, which the Content-Security-Policy lets through by
// the nonce of this page.
setNonce(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '');
reloadOnPreloadError(() => !hasUnsaved());
void mount(async (root) => {
  addCatalogues(adminCatalogues);
  await startI18n(['site', 'admin', 'admin-kit']);
  createRoot(root).render(
    <StrictMode>
      <Providers queries={newQueryClient()}>
        <BrowserRouter>
          <ConfirmProvider>
            <AdminAuthProvider>
              <AdminRoutes />
            </AdminAuthProvider>
          </ConfirmProvider>
        </BrowserRouter>
      </Providers>
    </StrictMode>,
  );
});
