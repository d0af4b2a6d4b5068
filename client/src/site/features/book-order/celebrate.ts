/**
 * Shows confetti, unless reduced motion is set. Without a worker, because the content security policy
 * forbids it. Errors are ignored.
 */
export async function celebrate(): Promise<void> {
  try {
    const { default: confetti } = await import('canvas-confetti');
    const launch = confetti.create(undefined, {
      resize: true,
      useWorker: false,
      disableForReducedMotion: true,
    });
    await launch({
      particleCount: 90,
      spread: 75,
      startVelocity: 38,
      origin: { y: 0.85 },
      colors: ['#b23a12', '#ff8a57', '#e0a526', '#f4ebdd'],
    });
  } catch {
    // Only decoration.
  }
}
