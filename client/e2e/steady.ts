import { expect, type Locator } from '@playwright/test';

/** Checks that what arrives meanwhile neither moves nor covers these buttons: a press must reach what it is aimed at. */
export async function staySteady(
  buttons: readonly Locator[],
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const places = () => Promise.all(buttons.map((button) => button.boundingBox()));
  const before = await places();
  await meanwhile();
  await buttons[0]?.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished)),
  );
  expect(await places()).toEqual(before);
  expect(await Promise.all(buttons.map((button) => button.evaluate(isOnTop)))).toEqual(
    buttons.map(() => true),
  );
}

function isOnTop(button: Element): boolean {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
