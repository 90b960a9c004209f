import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getOwnMeasuring } from '#domain/calls/measuring.ts';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { callQuery } from '#web/lib/call.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { MeasuringFigures } from '#web/records/measuring/measuring-figures.tsx';
import { countedText, MeasuringSentences, usualSince } from '#web/records/measuring/measuring-words.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';

/** How well the account's own controls of the last months were measured. */
export function OwnMeasuring() {
  const query = useQuery(
    callQuery(
      getOwnMeasuring,
      { query: { desde: usualSince() } },
      { family: [FAMILIES.profile], what: 'la calidad de tus medidas' },
    ),
  );
  const { data } = query;
  return (
    <Card as="section" aria-labelledby="perfil-medidas">
      <Title order={2} id="perfil-medidas">
        Cómo mides
      </Title>
      {data && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {data.controles === 1 ? '1 control' : `${data.controles.toLocaleString('es-EC')} controles`}. Solo lo ves tú
            y quien supervisa. {countedText(data)}
          </Text>
          <MeasuringSentences frases={data.frases} />
          {data.cifras && <MeasuringFigures cifras={data.cifras} />}
        </>
      )}
      {!data && hasFailed(query) && <Retry query={query} of="Cómo mides" height={120} />}
      {!data && !hasFailed(query) && <SkeletonTable rows={3} columns={2} />}
    </Card>
  );
}
