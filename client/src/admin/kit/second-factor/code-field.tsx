import { useTranslation } from '@/shared/i18n';
import { TextField } from '@/shared/ui/field';

// The button that opened the form is gone: the focus must not be lost.
const focus = (input: HTMLInputElement | null) => input?.focus();

/** The field `code` for the six digits of an authenticator app. */
export function CodeField({ isFocused = false }: { isFocused?: boolean }) {
  const { t } = useTranslation('admin-sign-in');
  return (
    <TextField
      {...(isFocused && { ref: focus })}
      name="code"
      label={t('secondFactor.code')}
      hint={t('secondFactor.codeHint')}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*[0-9]{3}\s*[0-9]{3}\s*"
      maxLength={9}
      required
    />
  );
}
