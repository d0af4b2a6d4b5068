import type { ReactNode } from 'react';
import { RidgeScene } from '@/shared/art/ridge-scene';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { LanguageSwitch } from '@/shared/ui/language-switch';
import { useAdminAuth } from './use-admin-auth';

const mountain = { slug: 'everest', heightM: 8848 };

type Props = {
  title: string;
  lead: string;
  /** Whether a session is open, which the page offers to end. Defaults to false. */
  hasSession?: boolean;
  children: ReactNode;
};

/** The layout of the sign-in pages: a picture on one side, a form on the other. */
export function SignInFrame({ title, lead, hasSession = false, children }: Props) {
  const { t } = useTranslation('admin');
  const { signOut } = useAdminAuth();
  const language = useLanguage();
  return (
    <div className="grid min-h-dvh grid-rows-[11rem_1fr] lg:grid-cols-[1.25fr_1fr] lg:grid-rows-1">
      <title>{title}</title>
      <div className="altitude relative overflow-hidden print:hidden">
        <RidgeScene
          mountain={mountain}
          attempt={false}
          rightToLeft={language === 'ar'}
          view="summit"
          className="absolute inset-0 size-full"
        />
      </div>
      <div className="flex flex-col gutter py-6">
        <div className="flex justify-end print:hidden">
          {hasSession ? (
            <Button look="quiet" onClick={() => void signOut()}>
              {t('menu.signOut')}
            </Button>
          ) : (
            <LanguageSwitch />
          )}
        </div>
        <main className="m-auto w-full max-w-sm py-6">
          <h1 className="display text-heading wrap-anywhere">{title}</h1>
          <p className="mt-3 text-muted">{lead}</p>
          {children}
        </main>
      </div>
    </div>
  );
}
