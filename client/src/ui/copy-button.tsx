import { Button } from './button';
import { CheckIcon, CopyIcon } from './icons';
import { notify } from './toast';
import { useSubmission } from './use-submission';

const outcome = { successMs: 3000, errorMs: 3000 };

type Props = {
  /** What is copied. */
  text: string;
  label: string;
  /** The label of the three seconds after. */
  copied: string;
  /** The message where the browser refuses: what to do instead. */
  failed: string;
  /** Tells one button from another, for those who hear it. */
  what?: string;
  className?: string;
};

/** Copies a text to the clipboard, and says so for 3 s. */
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
