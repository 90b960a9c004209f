import { Text } from '@mantine/core';
import { agesText, growthAge, isCorrected, NO_AGE_YET } from '#domain/growth/corrected-age.ts';
import type { Child } from './child-of.ts';

/** Both ages of a preterm child at a control, and why its length is not compared yet; nothing for other children. */
export function AgeUsed({ child, day }: { child: Child; day: string }) {
  const age = growthAge(child, day);
  if (!isCorrected(age)) return null;
  return (
    <Text size="sm" w="100%">
      {agesText(child, day)}
      {age?.usada === 'ninguna' && `. ${NO_AGE_YET}`}
    </Text>
  );
}
