import type { Editor } from '@tiptap/core';
import { useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { lazyComponent } from '@/shared/ui/lazy';
import { Notice } from '@/shared/ui/notice';
import { Spinner } from '@/shared/ui/spinner';

export type RichTextProps = {
  id: string;
  language: Language;
  label: string;
  placeholder: string;
  /** HTML. Loaded initially and when `version` changes; between them the editor holds its own state. */
  value: string;
  version: number;
  onChange: (html: string) => void;
  onReady: (editor: Editor) => void;
  onFocus: () => void;
};

/**
 * The rich-text editor of one language, in its direction. Its library (140 kB gzip) is loaded beside the form, which
 * can be used meanwhile.
 */
export const RichText = lazyComponent<RichTextProps>(
  () => import('./rich-text-editor').then((m) => m.RichTextEditor),
  <Loading />,
  Failed,
);
RichText.preload();

function Loading() {
  const { t } = useTranslation();
  return <Spinner label={t('loading')} className="min-h-48 justify-center" />;
}

function Failed() {
  const { t } = useTranslation();
  return (
    <Notice tone="bad">
      {t('failure.network')}{' '}
      <button type="button" className="underline" onClick={() => window.location.reload()}>
        {t('error.reload')}
      </button>
    </Notice>
  );
}
