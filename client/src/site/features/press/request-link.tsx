import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';

/** A link to request material: by e-mail if an address is set, else by the contact form. */
export function RequestLink({ email }: { email: string | null }) {
  const { t } = useTranslation('press');
  if (email === null) {
    return (
      <LocalLink to="/contact" className={buttonClass('line', 'bg-ground')}>
        {t('kit.request')}
      </LocalLink>
    );
  }
  return (
    <a
      href={`mailto:${email}?subject=${encodeURIComponent(t('kit.requestSubject'))}`}
      className={buttonClass('line', 'bg-ground')}
    >
      {t('kit.request')}
    </a>
  );
}
