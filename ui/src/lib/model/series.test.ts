import { describe, expect, it } from 'vitest';
import { plotOf } from './series';

const SIZE = { width: 108, height: 58 };
const plot = (...numbers: number[]) =>
  plotOf(
    numbers.map((number) => ({ number })),
    SIZE
  );

describe('the plot of a series', () => {
  it('has the most at the top and the least at the bottom', () => {
    expect(plot(10, 20, 15)).toEqual({
      dots: [
        { x: 4, y: 54 },
        { x: 54, y: 4 },
        { x: 104, y: 29 }
      ],
      zero: null
    });
  });

  it('shows where nothing lies between losses and gains', () => {
    expect(plot(-10, 0, 10).zero).toBe(29);
  });

  it('is a level line where nothing changes', () => {
    expect(plot(5, 5, 5).dots.map(({ y }) => y)).toEqual([29, 29, 29]);
  });
});
