import { median } from '../measure.ts';
import type { Scene } from './scene.ts';

/**
 * Compares the rate of saves with and without a feature of the database, in turns.
 * @param turn switches the feature on or off
 * @returns the ratio of the rate with the feature to the rate without it
 */
export async function compareSaveRates(
  { bench: { load, ours, connections, rounds, seconds } }: Scene,
  turn: (on: boolean) => Promise<unknown>,
): Promise<number> {
  const rate = async (on: boolean, seed: number) => {
    await turn(on);
    const { jobs, seconds: time } = await load.run({ jobs: ['save'], urls: [ours.url], connections, seconds, seed });
    return jobs / time;
  };
  const ratios: number[] = [];
  await rate(true, 1);
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0;
    const [one, other] = [await rate(first, 100 + 2 * round), await rate(!first, 101 + 2 * round)];
    ratios.push(first ? one / other : other / one);
  }
  return median(ratios);
}
