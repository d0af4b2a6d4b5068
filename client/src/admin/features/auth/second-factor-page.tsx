import { useTranslation } from '@/shared/i18n';
import { SecondFactorStep, type SecondFactorProps } from './second-factor-step';
import { SignInFrame } from './sign-in-frame';

/** Asks for the second factor, or for setting one up. Nothing else is shown before. */
export function SecondFactorPage(props: SecondFactorProps) {
  const { t } = useTranslation('admin-sign-in');
  return (
    <SignInFrame
      title={t(`secondFactor.steps.${props.step}.title`)}
      lead={t(`secondFactor.steps.${props.step}.lead`)}
      hasSession
    >
      <SecondFactorStep {...props} />
    </SignInFrame>
  );
}
