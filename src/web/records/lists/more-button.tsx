import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

type MoreButtonProps = ComponentPropsWithRef<'button'> &
  Omit<ButtonProps, 'style'> & { busy: true | undefined; imports: boolean };

/** The button that opens the other formats, and the import where there is one. */
export function MoreButton({ busy, imports, style: _, ...props }: MoreButtonProps) {
  return (
    <Button
      variant="outline"
      w="var(--touch)"
      px={0}
      style={{ borderInlineStart: 0 }}
      flex="none"
      aria-label={imports ? 'Otros formatos e importar' : 'Otros formatos'}
      aria-disabled={busy}
      c={busy ? 'dimmed' : 'laguna.7'}
      {...props}
    >
      <IconChevronDown size={18} aria-hidden />
    </Button>
  );
}
