import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

type MoreButtonProps = ComponentPropsWithRef<'button'> & Omit<ButtonProps, 'style'> & { busy: true | undefined };

/** The button that opens the other export formats. */
export function MoreButton({ busy, style: _, ...props }: MoreButtonProps) {
  return (
    <Button
      variant="outline"
      w="var(--touch)"
      px={0}
      style={{ borderInlineStart: 0 }}
      flex="none"
      aria-label="Otros formatos"
      aria-disabled={busy}
      c={busy ? 'dimmed' : 'laguna.7'}
      {...props}
    >
      <IconChevronDown size={18} aria-hidden />
    </Button>
  );
}
