import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { CheckIcon, CopyIcon } from '../../ui/icons';
import { notify } from '../../ui/toast';
import { useSubmission } from '../../ui/use-submission';

const outcome = { successMs: 3000, errorMs: 3000 };

/** Copies a text and says so for 3 s; where the browser refuses, a message says what to do. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation('press');
  const { state, submit } = useSubmission(outcome);
  const copy = async () => {
    const done = await submit(() => navigator.clipboard.writeText(text));
    if (!done) notify('bad', t('bio.notCopied'));
  };
  const copied = state === 'success';
  return (
    <div className="self-start justify-self-start">
      <Button look="line" className="min-w-32" onClick={() => void copy()}>
        {copied ? <CheckIcon /> : <CopyIcon />}
        {copied ? t('bio.copied') : t('bio.copy')}
        <span className="sr-only">: {what}</span>
      </Button>
      <p role="status" className="sr-only">
        {copied && t('bio.copied')}
      </p>
    </div>
  );
}
