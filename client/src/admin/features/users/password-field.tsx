import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormText } from '@/admin/kit/form/form-text';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';

// Without characters that look alike: 0 and O, 1 and l.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 16; // 80 bits

/** A random password: four groups of four characters. */
function suggestion(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(length));
  const signs = Array.from(drawn, (byte) => alphabet[byte % alphabet.length] ?? '');
  return [0, 4, 8, 12].map((at) => signs.slice(at, at + 4).join('')).join('-');
}

/** The password of a new admin: typed, or generated and then visible. */
export function PasswordField() {
  const { t } = useTranslation('admin-users');
  const { setValue } = useFormContext();
  const [isSeen, setSeen] = useState(false);
  const suggest = () => {
    setValue('password', suggestion(), { shouldDirty: true, shouldValidate: true });
    setSeen(true);
  };
  return (
    <div className="grid gap-1">
      <FormText
        name="password"
        type={isSeen ? 'text' : 'password'}
        dir="ltr"
        autoComplete="new-password"
        label={t('fields.password')}
        hint={t('hints.password')}
        required
      />
      <div className="flex flex-wrap gap-x-5">
        <Button look="quiet" className="px-0!" onClick={suggest}>
          {t('generate')}
        </Button>
        <Button
          look="quiet"
          className="px-0!"
          aria-pressed={isSeen}
          onClick={() => setSeen(!isSeen)}
        >
          {t('showPassword')}
        </Button>
      </div>
    </div>
  );
}
