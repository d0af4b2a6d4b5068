import { useTranslation } from '@/shared/i18n';
import { LocalLink } from './local-link';

/** The consent line of a form, with a link to the privacy page. */
export function ConsentLine({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <p className="text-small text-muted">
      {text}{' '}
      <LocalLink
        to="/privacy"
        className="underline decoration-line underline-offset-4 hover:decoration-accent"
      >
        {t('privacyLink')}
      </LocalLink>
    </p>
  );
}
