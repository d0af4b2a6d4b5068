/**
 * Throws confetti in the colours of the book; nothing where less motion is asked for. Without a
 * worker, which the page's security policy refuses. That it cannot be loaded is nobody's concern.
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
    // The thanks are in the words.
  }
}
