import '@mantine/core/styles/Skeleton.layer.css';
import { Box, Group, Skeleton, VisuallyHidden } from '@mantine/core';

const WIDTHS = ['92%', '70%', '84%', '58%', '76%'];

export function SkeletonTable({
  rows = 5,
  columns = 4,
  label = 'Cargando…',
}: {
  rows?: number;
  columns?: number;
  label?: string;
}) {
  const cells = Array.from({ length: rows * columns }, (_, index) => index);
  return (
    <Box
      role="status"
      display="grid"
      px="var(--card)"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap: 'var(--mantine-spacing-md)' }}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      {cells.map((cell) => (
        <Group key={cell} h={56} aria-hidden>
          <Skeleton
            height={14}
            radius="xl"
            width={WIDTHS[(cell * 3 + Math.floor(cell / columns)) % WIDTHS.length] ?? '80%'}
          />
        </Group>
      ))}
    </Box>
  );
}
