import { asFailure, failureKey } from '@/shared/api/failures';
import { recoveryCodeUsed } from '@/shared/api/second-factors';
import { useTranslation } from '@/shared/i18n';

// The codes of the auth server that have a translated message.
const messages = {
  mfa_verification_failed: 'wrong',
  mfa_challenge_expired: 'expired',
  mfa_recovery_codes_locked: 'tooMany',
  mfa_factor_name_conflict: 'nameTaken',
  too_many_enrolled_mfa_factors: 'tooManyFactors',
  mfa_totp_enroll_not_enabled: 'disabled',
  [recoveryCodeUsed]: 'recoveryCodeUsed',
} as const;

const isKnown = (code: string): code is keyof typeof messages => code in messages;

/** Whether the server asks for a code before a change of factors: none was given lately. */
export const asksForCode = (error: unknown): boolean =>
  asFailure(error).code === 'insufficient_aal';

/** Returns the message of a failure of a second factor. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation('admin-sign-in');
  const { t: site } = useTranslation();
  return (error) => {
    const failure = asFailure(error);
    if (isKnown(failure.code)) return t(`secondFactor.problems.${messages[failure.code]}`);
    if (failure.kind === 'tooMany') return t('secondFactor.problems.tooMany');
    return site(failureKey(failure));
  };
}
