import { describe, expect, it } from 'vitest';
import { seatRows } from './seats';
import { stagePlan } from './stage-plan';

describe.each(['wide', 'tall'] as const)('the %s plan', (view) => {
  const plan = stagePlan(view);

  it('has every seat and knot inside', () => {
    for (const { x, y } of [...seatRows(view).flat(), ...plan.knots]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(plan.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(plan.height);
    }
  });

  it('has the knots on the rope, ever farther from the stage', () => {
    const away = plan.knots.map(({ x, y }) => Math.hypot(x - plan.stage.x, y - plan.stage.y));
    expect(away).toEqual(away.toSorted((a, b) => a - b));
    for (const knot of plan.knots) {
      const nearest = Math.min(...plan.rope.map(({ x, y }) => Math.hypot(x - knot.x, y - knot.y)));
      expect(nearest).toBeLessThan(6);
    }
  });
});
