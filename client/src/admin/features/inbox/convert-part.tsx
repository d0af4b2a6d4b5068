import { useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Button } from '@/shared/ui/button';
import { OnwardIcon } from '@/shared/ui/icons';
import { ConvertForm } from './convert-form';
import { talkOf, type Entry } from './inbox-entry';

type Props = { entry: Entry; onConverted?: (talk: string) => void };

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** Converts a message to a speaking inquiry, or links to the existing one. */
export function ConvertPart({ entry, onConverted }: Props) {
  const { t } = useTranslation('admin-inbox');
  const [state, setState] = useState<'closed' | 'open' | 'back'>('closed');
  const talk = talkOf(entry);
  if (talk !== undefined) {
    return (
      <p className="flex flex-wrap items-center gap-x-4 border-t border-line pt-3 text-small">
        {t('converted')}
        <LocalLink
          to={`/admin/form-submissions?open=${talk}`}
          className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4 lg:min-h-8"
        >
          {t('convert.openTalk')}
          <OnwardIcon />
        </LocalLink>
      </p>
    );
  }
  if (state !== 'open') {
    return (
      <Button
        {...(state === 'back' && { ref: takeFocus })}
        look="line"
        onClick={() => setState('open')}
        className="justify-self-start lg:min-h-9"
      >
        {t('convert.open')}
      </Button>
    );
  }
  const done = (made: string) => {
    setState('closed');
    onConverted?.(made);
  };
  return <ConvertForm entry={entry} onClose={() => setState('back')} onDone={done} />;
}
