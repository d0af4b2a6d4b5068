import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { calledWith, serve, show } from '@tests/page';
import { enterText, user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { TrackOrderSection } from './track-order-section';
import { readTrackedOrder } from './use-track-order';

const code = 'BO17000000000001';
const order = {
  ordered_at: '2026-11-21T09:00:00Z',
  quantity: 2,
  confirmed: true,
  paid: false,
  fulfilled: false,
};
const answer =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));

async function submit() {
  await enterText(screen.getByLabelText(/^Phone of the order/), '06 12 34 56 78');
  await user.click(screen.getByRole('button', { name: 'Show the way' }));
}

describe('order tracking', () => {
  it('shows reached steps and the others', async () => {
    const server = await serve(answer(order));
    show(<TrackOrderSection number={code} phone={undefined} />);
    await submit();
    const steps = within(await screen.findByRole('list')).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      'Receivedreachedon 21/11/2026',
      'Confirmedreached',
      'On its waystill ahead',
      'Paidstill ahead',
    ]);
    expect(screen.getByText('2 copies')).toBeVisible();
    expect(calledWith(server, 'track-order')).toEqual({
      order_number: code,
      phone: '06 12 34 56 78',
      language: 'en',
    });
  });

  it.each([
    { status: 'cancelled', fulfilled: false, steps: 2, want: /^This order was cancelled/ },
    { status: 'refused', fulfilled: true, steps: 3, want: /^The parcel came back/ },
    { status: 'returned', fulfilled: true, steps: 3, want: /^Your return has arrived/ },
  ])('says that an order was $status, with nothing ahead', async (ended) => {
    const { want, steps, ...state } = ended;
    await serve(answer({ ...order, ...state }));
    show(<TrackOrderSection number={code} phone={undefined} />);
    await submit();
    await expectText(want);
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(steps);
    expect(screen.queryByText('still ahead')).toBeNull();
    expect(screen.getByRole('link', { name: /write to us/ })).toBeVisible();
  });

  it('shows a field for the number if the URL has none', async () => {
    const server = await serve(answer(order));
    show(<TrackOrderSection number="" phone={undefined} />);
    await enterText(screen.getByLabelText(/^Order number/), ` ${code} `);
    await submit();
    await screen.findByRole('list');
    expect(calledWith(server, 'track-order')).toMatchObject({
      order_number: code,
    });
  });

  it.each([
    { status: 404, body: { error: 'x', code: 'not_found' }, want: /goes with this phone/ },
    { status: 429, body: { error: 'x' }, want: /Too many attempts/ },
    { status: 200, body: { malformed: true }, want: /wrong on our side/ },
  ])('shows a message for status $status, and can be retried', async ({ status, body, want }) => {
    const server = await serve(answer(body, status));
    show(<TrackOrderSection number={code} phone={undefined} />);
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(want);
    server.mockImplementation(answer(order));
    await submit();
    expect(await screen.findByRole('list')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('readTrackedOrder', () => {
  it.each([null, 'x', {}, { ordered_at: 5, quantity: 1 }, { ordered_at: 'x' }])(
    'rejects %j',
    (malformed) => {
      expect(readTrackedOrder(malformed)).toBeUndefined();
    },
  );
});
