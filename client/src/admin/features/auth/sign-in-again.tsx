import { Dialog } from 'radix-ui';
import { hasUnsaved } from '@/admin/kit/unsaved';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { LoginForm } from './login-form';
import { SecondFactorStep, type SecondFactorSteps } from './second-factor-step';
import { useAdminAuth } from './use-admin-auth';

const stay = (event: Event) => event.preventDefault();

/** The e-mail is fixed: focus the password, or else the first field of a second factor. */
function toPassword(event: Event): void {
  event.preventDefault();
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.currentTarget
    .querySelector<HTMLElement>('input[type="password"], input:not([readonly])')
    ?.focus();
}

/**
 * A dialog over the page of an expired session: after the password, and the second factor if one is due, the
 * page continues. It can only be left by signing out.
 */
export function SignInAgain({ email, steps }: { email: string; steps: SecondFactorSteps }) {
  const { t } = useTranslation(['admin-sign-in', 'admin']);
  const { signOut } = useAdminAuth();
  const { step } = steps;
  const passwordText = hasUnsaved() ? t('again.unsaved') : t('again.text');
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-60 bg-night/70" />
        <Dialog.Content
          onOpenAutoFocus={toPassword}
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          className="fixed inset-x-0 top-[12dvh] z-60 mx-auto max-h-[86dvh] w-[calc(100%-2rem)] max-w-sm overflow-y-auto rounded-block border border-line bg-raised p-6 text-ink"
        >
          <Dialog.Title className="display text-title">
            {step === null ? t('again.title') : t(`secondFactor.steps.${step}.title`)}
          </Dialog.Title>
          <Dialog.Description className="mt-2 text-muted">
            {step === null ? passwordText : t(`secondFactor.steps.${step}.lead`)}
          </Dialog.Description>
          {step === null ? (
            <LoginForm email={email} />
          ) : (
            <SecondFactorStep {...steps} step={step} />
          )}
          <Button look="quiet" className="mt-3 w-full" onClick={() => void signOut()}>
            {hasUnsaved() ? t('again.leaveUnsaved') : t('admin:menu.signOut')}
          </Button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
