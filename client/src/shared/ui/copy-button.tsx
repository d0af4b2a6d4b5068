import { Button } from './button';
import { CheckIcon, CopyIcon } from './icons';
import { notify } from './toast';
import { useSubmission } from './use-submission';

const outcome = { successMs: 3000, errorMs: 3000 };

type Props = {
  /** The text to copy. */
  text: string;
  label: string;
  /** The label for 3 s after a success. */
  copied: string;
  /** The message if the browser refuses. */
  failed: string;
  /** Distinguishes several copy buttons for screen readers. */
  what?: string;
  className?: string;
};

/** Copies a text to the clipboard and confirms it for 3 s. */
export function CopyButton({ text, label, copied, failed, what, className = '' }: Props) {
  const { state, submit } = useSubmission(outcome);
  const copy = async () => {
    const done = await submit(() => navigator.clipboard.writeText(text));
    if (!done) notify('bad', failed);
  };
  const isCopied = state === 'success';
  return (
    <>
      <Button look="line" className={className} onClick={() => void copy()}>
        {isCopied ? <CheckIcon /> : <CopyIcon />}
        {isCopied ? copied : label}
        {what !== undefined && <span className="sr-only">: {what}</span>}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && copied}
      </span>
    </>
  );
}
