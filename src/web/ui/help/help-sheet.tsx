import { Button, Group, Stack } from '@mantine/core';
import { FIELD_HELP, type HelpKey } from '#domain/help/explanations.ts';
import { MEASURED } from '#domain/help/measures.ts';
import { SideSheet } from '#web/ui/feedback/side-sheet.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { useWide } from '#web/ui/page/use-wide.ts';
import { HelpText } from './help-text.tsx';

interface HelpSheetProps {
  help: HelpKey;
  accepted: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** The explanation of a field, over the form, which keeps what was typed. */
export default function HelpSheet({ help, accepted, opened, onClose }: HelpSheetProps) {
  const wide = useWide();
  const { opened: isOpen } = useLatestShown(opened ? help : null);
  const isInGuide = MEASURED.some((key) => key === help);
  return (
    <SideSheet
      opened={isOpen}
      onClose={onClose}
      from={wide ? 'right' : 'bottom'}
      // The focus goes to the field, which need not have had it before.
      returnFocus={false}
      title={FIELD_HELP[help].title}
      closeLabel="Cerrar la ayuda"
    >
      <Stack gap="sm">
        <HelpText help={help} accepted={accepted} />
        {/* Stays in view while a long text scrolls. */}
        <Group grow gap="xs" pos="sticky" bottom={0} py="xs" bg="var(--surface)">
          {isInGuide && (
            // In place of the sheet, so that "back" leads to the form.
            <ButtonLink to="/ayuda/$guia" params={{ guia: 'medir-bien' }} replace variant="outline">
              Ver más
            </ButtonLink>
          )}
          <Button data-closes onClick={onClose}>
            Entendido
          </Button>
        </Group>
      </Stack>
    </SideSheet>
  );
}
