import { Button } from './button';
import { Notice } from './notice';

type Props = { text: string; retryLabel: string; onRetry: () => void };

/** A failed load: its message and a retry button. */
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
