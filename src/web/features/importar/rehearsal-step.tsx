import { Button, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import type { Import, RowState } from '#domain/calls/importing.ts';
import { labelOfKey } from '#domain/importing/judge-row.ts';
import { RESPONSIBLE } from '#domain/importing/target.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';
import { definitionOf } from './import-kinds.ts';
import { rowCount, rowsToWrite, statesText, unusedTitles, usedColumnsText } from './import-words.ts';
import { begin } from './imports-api.ts';
import { RehearsalOffers } from './rehearsal-offers.tsx';
import { UnusedColumns } from './unused-columns.tsx';
import type { ImportAction } from './use-import-action.ts';

const LEFT_OUT = ['problema', 'parecida', 'omitida', 'igual'] as const satisfies RowState[];

/** What an import would leave out: a sentence, or ''. */
export function leftOutText(current: Import): string {
  const text = statesText(current, LEFT_OUT);
  return text ? `Se quedan fuera: ${text}.` : '';
}

/** How many rows bear warnings, which do not keep them from being imported; '' without any. */
function warnedText({ advertidas }: Import): string {
  if (advertidas === 0) return '';
  return advertidas === 1
    ? 'Una fila trae una advertencia: se importa igual, revísala.'
    : `${rowCount(advertidas)} traen advertencias: se importan igual, revísalas.`;
}

function ResponsibleText({ current }: { current: Import }) {
  const { columnas, responsable, quien } = current;
  const byColumn = columnas.some(({ campo }) => campo === RESPONSIBLE);
  return (
    <Text size="sm">
      {byColumn
        ? 'El responsable de cada fila nueva es el que dice el archivo. '
        : `El responsable de las filas nuevas es ${accountName(responsable ?? quien)}. `}
      <TextLink
        from="/importar/$importId"
        to="."
        search={(before) => ({ ...before, paso: 'columnas' })}
        inherit
        data-touch
      >
        Cambiar columnas o responsable
      </TextLink>
    </Text>
  );
}

export interface StepProps {
  current: Import;
  action: ImportAction;
  /** Whether decisions about rows are on their way: nothing is imported until they count. */
  deciding: boolean;
}

/** The outcome of a rehearsal, and the button that imports. */
export function RehearsalStep({ current, action, deciding }: StepProps) {
  const { _id, tipo, filas, columnas } = current;
  const count = rowsToWrite(current);
  const does = statesText(current, ['nueva', 'cambia']);
  const start = async () => {
    const agreed = await confirmDialog({
      title: `¿Importar ${rowCount(count)}?`,
      detail: `${does}.`,
      message: `${leftOutText(current)} ${warnedText(current)} Podrás deshacer la importación durante 30 días.`.trim(),
      confirmLabel: `Importar ${rowCount(count)}`,
      tone: 'question',
    });
    if (agreed) await action.run('importar', () => begin(_id));
  };
  return (
    <Stack gap="sm">
      <Text>
        El archivo tiene {rowCount(filas)}. {does ? `Se importan: ${does}. ` : 'Ninguna se puede importar todavía. '}
        {leftOutText(current)} {warnedText(current)}
      </Text>
      <ResponsibleText current={current} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {usedColumnsText(current, (key) => labelOfKey(definitionOf(tipo), key))}
      </Text>
      <UnusedColumns
        titles={unusedTitles(
          columnas,
          columnas.map(({ campo, titulo }) => (titulo === '' ? '' : campo)),
        )}
      />
      <RehearsalOffers current={current} action={action} />
      {count > 0 && (
        <Actions>
          <Button
            color="achiote"
            leftSection={<IconFileImport size={20} aria-hidden />}
            loading={deciding || action.running === 'importar'}
            onClick={() => void start()}
          >
            Importar {rowCount(count)}
          </Button>
        </Actions>
      )}
    </Stack>
  );
}
