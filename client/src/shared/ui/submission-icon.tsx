import { AlertIcon, CheckIcon, SurveyMark } from './icons';
import type { SubmissionState } from './use-submission';

/** The icon on the submit button of a form, by its state. */
export function SubmissionIcon({ state }: { state: SubmissionState }) {
  if (state === 'success') return <CheckIcon />;
  if (state === 'error') return <AlertIcon />;
  return <SurveyMark />;
}
