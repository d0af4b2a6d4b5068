import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { CheckIcon, CopyIcon } from '../ui/icons';
import { notify } from '../ui/toast';
import { useSubmission } from '../ui/use-submission';

/*
 * Copies a text and says so for 3 s:
 *   <CopyButton text={address} label={t('copyAddress')} />
 * Where the browser refuses, a message says what to do instead.
 */

const outcome = { successMs: 3000, errorMs: 3000 };

type Props = { text: string; label: string; className?: string };

export function CopyButton({ text, label, className = '' }: Props) {
  const { t } = useTranslation('admin-kit');
  const { state, submit } = useSubmission(outcome);
  const copy = async () => {
    const done = await submit(() => navigator.clipboard.writeText(text));
    if (!done) notify('bad', t('copy.failed'));
  };
  const copied = state === 'success';
  return (
    <>
      <Button look="line" className={`lg:min-h-9 ${className}`} onClick={() => void copy()}>
        {copied ? <CheckIcon /> : <CopyIcon />}
        {copied ? t('copy.copied') : label}
      </Button>
      <span role="status" className="sr-only">
        {copied && t('copy.copied')}
      </span>
    </>
  );
}
