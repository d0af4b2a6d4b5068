import { useTranslation } from 'react-i18next';
import type { Entry } from './inbox-entry';
import { senderLanguage } from './sender-language';

/** What was written, as it was written: each paragraph runs in the direction of its own script. */
export function EntryMessage({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  const message = entry.message ?? '';
  if (message.trim() === '') return <p className="text-muted">{t('noMessage')}</p>;
  return (
    <p
      lang={senderLanguage(message)}
      dir="auto"
      className="text-start text-lead leading-relaxed whitespace-pre-line wrap-anywhere [unicode-bidi:plaintext]"
    >
      {message}
    </p>
  );
}
