import '@mantine/core/styles/Pagination.layer.css';
import { Group, Pagination } from '@mantine/core';
import { useWide } from '#web/ui/page/use-wide.ts';
import classes from './pager.module.css';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** Whether there are more rows than `total`. */
  isMinimum?: boolean | undefined;
  onChange: (page: number) => void;
  label?: string | undefined;
}

const whole = (value: number) => value.toLocaleString('es-EC');

/** The shown range, the total and the page links; on a phone only previous and next. */
export function Pager({ page, pageSize, total, isMinimum = false, onChange, label = 'Páginas' }: PagerProps) {
  const wide = useWide();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <Group className={classes.pager} justify="space-between" gap="xs" mih={56} fz="sm" c="dimmed">
      <span role="status">
        {whole(first)}–{whole(last)} de {isMinimum && 'más de '}
        {whole(total)}
      </span>
      {pages > 1 && (
        <nav aria-label={label}>
          <Pagination.Root
            total={pages}
            value={page}
            onChange={onChange}
            radius="sm"
            classNames={{ control: classes.control ?? '' }}
            getItemProps={(item) => ({ 'aria-label': `Página ${item}` })}
          >
            <Group gap={wide ? '3xs' : 'xs'} wrap="nowrap">
              <Pagination.Previous aria-label="Anterior" />
              {wide && <Pagination.Items />}
              <Pagination.Next aria-label="Siguiente" />
            </Group>
          </Pagination.Root>
        </nav>
      )}
    </Group>
  );
}
