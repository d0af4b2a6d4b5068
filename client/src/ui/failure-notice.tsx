import { Button } from './button';
import { Notice } from './notice';

type Props = { text: string; retryLabel: string; onRetry: () => void };

/** Something could not be loaded: what, and the button that tries again. */
export function FailureNotice({ text, retryLabel, onRetry }: Props) {
  return (
    <Notice tone="bad" className="flex flex-wrap items-center justify-between gap-3">
      <p>{text}</p>
      <Button look="line" onClick={onRetry}>
        {retryLabel}
      </Button>
    </Notice>
  );
}
