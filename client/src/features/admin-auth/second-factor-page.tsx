import { useTranslation } from 'react-i18next';
import { CodeForm } from '@/admin/second-factor/code-form';
import { EnrolForm } from '@/admin/second-factor/enrol-form';
import { Button } from '@/ui/button';
import { SignInFrame } from './sign-in-frame';
import { useAdminAuth } from './use-admin-auth';

export type SecondFactorSteps = {
  /** What the session lacks: a code, or a second factor. */
  step: 'code' | 'enrol' | null;
  /** Called when a new factor has given its first code; its recovery codes come next. */
  onVerified: () => void;
  /** Called when the recovery codes have been seen. */
  onDone: () => void;
};

type Props = SecondFactorSteps & { step: 'code' | 'enrol' };

/** Asks for the second factor, or for setting one up. Nothing else is shown before. */
export function SecondFactorPage(props: Props) {
  const { t } = useTranslation('admin');
  const { signOut } = useAdminAuth();
  const title = t(`secondFactor.steps.${props.step}.title`);
  return (
    <SignInFrame
      title={title}
      lead={t(`secondFactor.steps.${props.step}.lead`)}
      corner={
        <Button look="quiet" onClick={() => void signOut()}>
          {t('menu.signOut')}
        </Button>
      }
    >
      <title>{title}</title>
      <SecondFactorStep {...props} />
    </SignInFrame>
  );
}

/** The form of a step; the session follows by itself. */
export function SecondFactorStep({ step, onVerified, onDone }: Props) {
  return (
    <div className="mt-8">
      {step === 'code' ? (
        <CodeForm />
      ) : (
        <EnrolForm withRecoveryCodes onVerified={onVerified} onDone={onDone} />
      )}
    </div>
  );
}
