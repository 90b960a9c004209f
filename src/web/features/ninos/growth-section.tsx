import '@mantine/core/styles/Table.layer.css';
import { Loader, Table } from '@mantine/core';
import { showNumber, showValue } from '#domain/fields/index.ts';
import { control } from '#domain/records/control.ts';
import type { Row } from '#web/lib/row.ts';
import { GrowthChart } from '#web/ui/charts/growth-chart.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type GrowthCurve, measurementsOf } from './growth-curves.ts';
import classes from './growth-section.module.css';

interface GrowthSectionProps {
  curve: GrowthCurve;
  /** The child's controls; undefined while they load. */
  controls: Row[] | undefined;
  /** "Niña", "Niño", or what both are called. */
  who: string;
}

export default function GrowthSection({ curve, controls, who }: GrowthSectionProps) {
  if (!controls) return <Loader m="xl" aria-label="Cargando los controles" />;
  const { title, measure, unit, color, axis, decimals } = curve;
  const points = measurementsOf(curve, controls);
  const heading = `${measure} (${unit})`;
  const { fecha, edad } = control.fields;
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      {points.length === 0 ? (
        <EmptyState title="Todavía no hay controles" message="La curva aparece con el primer control que guardes." />
      ) : (
        <>
          <p className={classes.lead}>{who}, de 0 a 24 meses.</p>
          <div className={classes.columns}>
            <GrowthChart
              title={title}
              points={points}
              yAxis={axis}
              yTitle={heading}
              color={color}
              show={(value) => `${showNumber(value, decimals)} ${unit}`}
            />
            <Table className={classes.table ?? ''} aria-label={`${title}: las mismas cifras`}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{fecha.label}</Table.Th>
                  <Table.Th>{`${edad.label} (${edad.unit})`}</Table.Th>
                  <Table.Th>{heading}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {points.toReversed().map((point) => (
                  <Table.Tr key={point.key}>
                    <Table.Td>{showValue(fecha, point.fecha)}</Table.Td>
                    <Table.Td>{point.x}</Table.Td>
                    <Table.Td>{showNumber(point.y, decimals)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
    </>
  );
}
