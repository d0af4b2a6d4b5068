import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { SecondFactorStep, type SecondFactorProps } from './second-factor-step';
import { SignInFrame } from './sign-in-frame';
import { useAdminAuth } from './use-admin-auth';

/** Asks for the second factor, or for setting one up. Nothing else is shown before. */
export function SecondFactorPage(props: SecondFactorProps) {
  const { t } = useTranslation(['admin-sign-in', 'admin']);
  const { signOut } = useAdminAuth();
  const title = t(`secondFactor.steps.${props.step}.title`);
  return (
    <SignInFrame
      title={title}
      lead={t(`secondFactor.steps.${props.step}.lead`)}
      corner={
        <Button look="quiet" onClick={() => void signOut()}>
          {t('admin:menu.signOut')}
        </Button>
      }
    >
      <title>{title}</title>
      <SecondFactorStep {...props} />
    </SignInFrame>
  );
}
