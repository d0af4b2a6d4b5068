import { CodeForm } from '@/admin/kit/second-factor/code-form';
import { EnrolForm } from '@/admin/kit/second-factor/enrol-form';

export type SecondFactorSteps = {
  /** The missing step: a code, or the enrolment of a second factor. */
  step: 'code' | 'enrol' | null;
  /** Called when a new factor has given its first code; its recovery codes come next. */
  onVerified: () => void;
  /** Called when the recovery codes have been seen. */
  onDone: () => void;
};

export type SecondFactorProps = SecondFactorSteps & { step: 'code' | 'enrol' };

/** The form of a step; the session follows by itself. */
export function SecondFactorStep({ step, onVerified, onDone }: SecondFactorProps) {
  return (
    <div className="mt-8">
      {step === 'code' ? (
        <CodeForm />
      ) : (
        <EnrolForm withRecoveryCodes onVerified={onVerified} onDone={onDone} />
      )}
    </div>
  );
}
