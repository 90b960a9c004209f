import { Button, type ButtonProps, Loader } from '@mantine/core';
import { IconChevronDown, IconDotsVertical } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useWide } from '#web/ui/page/use-wide.ts';

const PHONE = { variant: 'transparent', c: 'inherit', w: 'var(--touch)', p: 0 } as const;

type OptionsButtonProps = ComponentPropsWithRef<'button'> & Omit<ButtonProps, 'style'> & { busy: boolean };

/** The button of the options menu. */
export function OptionsButton({ busy, style: _, ...props }: OptionsButtonProps) {
  const wide = useWide();
  return (
    <Button
      {...(wide ? { variant: 'on-dark', size: 'sm' } : PHONE)}
      aria-label="Opciones"
      aria-busy={busy}
      rightSection={wide && <IconChevronDown size={16} aria-hidden />}
      leftSection={wide && busy && <Loader size={16} color="currentColor" aria-hidden />}
      {...props}
    >
      {wide && 'Opciones'}
      {!wide &&
        (busy ? <Loader size={22} color="currentColor" aria-hidden /> : <IconDotsVertical size={24} aria-hidden />)}
    </Button>
  );
}
