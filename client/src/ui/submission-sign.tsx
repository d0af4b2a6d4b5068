import { AlertIcon, CheckIcon, SurveyMark } from './icons';
import type { SubmissionState } from './use-submission';

/** The sign on the button of a form: a survey mark, a check once it is sent, a warning when it is not. */
export function SubmissionSign({ state }: { state: SubmissionState }) {
  if (state === 'success') return <CheckIcon />;
  if (state === 'error') return <AlertIcon />;
  return <SurveyMark />;
}
