import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, CloseButton, Menu } from '@mantine/core';
import { IconCirclePlus } from '@tabler/icons-react';
import { Fragment, type ReactNode, useMemo } from 'react';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Row } from '#web/lib/row.ts';
import { recordIcon } from '#web/records/booklet/record-icons.ts';
import { initialValues } from '#web/records/form/form-values.ts';
import { lastUsed } from '#web/records/form/last-used.ts';
import { DROPDOWN_PLACEMENT } from '#web/ui/page/dropdown-placement.ts';
import { useVisitRecord } from './use-visit-record.ts';
import { dayFieldsOf, VisitFields } from './visit-fields.tsx';
import { VisitPartFrame, VisitRecordState } from './visit-part.tsx';

/** A record that was added, and how it is taken out again. */
export interface AddedRecord {
  readonly scope: string;
  readonly order: number;
  readonly onRemove: () => void;
}

interface OtherRecordProps extends AddedRecord {
  definition: RecordDefinition;
  parentId: string;
  birth: string | undefined;
  others: readonly Row[];
  day: string;
}

export function RemoveButton({ title, onRemove }: { title: string; onRemove: () => void }) {
  return <CloseButton size={44} aria-label={`Quitar ${title}`} onClick={onRemove} />;
}

/** A record that was added to the visit, with all of its fields. */
function OtherRecord({ definition, parentId, birth, others, day, scope, order, onRemove }: OtherRecordProps) {
  const context = useMemo(
    () => ({
      birth,
      others: others.map((row) => initialValues(definition, row, {})),
      defaults: lastUsed(definition),
    }),
    [birth, others, definition],
  );
  const dayFields = useMemo(() => dayFieldsOf(definition).map(([name]) => name), [definition]);
  const shared = useMemo(() => Object.fromEntries(dayFields.slice(0, 1).map((name) => [name, day])), [dayFields, day]);
  const form = useVisitRecord({ definition, parentId, scope, order, context, shared, ignored: dayFields });
  const { saved, reset } = form;
  const remove = () => {
    reset(initialValues(definition, undefined, context));
    onRemove();
  };
  return (
    <VisitPartFrame
      title={definition.titles.short}
      aside={!saved && <RemoveButton title={definition.titles.short} onRemove={remove} />}
    >
      <VisitRecordState form={form} isSaved={saved !== null} />
      {!saved && <VisitFields form={form} hidden={dayFields} />}
    </VisitPartFrame>
  );
}

/** A chosen record: its type, and a number, since there may be several of a type. */
const keyOf = (definition: RecordDefinition, number: number) => `${definition.key}-${number}`;

interface OtherRecordsProps {
  definitions: readonly RecordDefinition[];
  parentId: string;
  birth: string | undefined;
  recordsOf: (definition: RecordDefinition) => readonly Row[];
  day: string;
  /** Records that the visit shows already and that are not offered. */
  shown?: readonly RecordDefinition[];
  /** A part of its own for an added record; undefined for the usual fields. */
  partOf?: (definition: RecordDefinition, added: AddedRecord) => ReactNode;
  /** Keys of the added records. */
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

/** Any other record of the person, on request. */
export function OtherRecords(props: OtherRecordsProps) {
  const { definitions, shown = [], partOf, chosen, onChoose, recordsOf, ...shared } = props;
  const add = (definition: RecordDefinition) => {
    const numbers = chosen
      .filter((key) => key.startsWith(`${definition.key}-`))
      .map((key) => Number(key.split('-')[1]));
    onChoose([...chosen, keyOf(definition, Math.max(0, ...numbers) + 1)]);
  };
  return (
    <>
      {chosen.flatMap((key, index) => {
        const definition = definitions.find((one) => key.startsWith(`${one.key}-`));
        if (!definition) return [];
        const added = { scope: key, order: 40 + index, onRemove: () => onChoose(chosen.filter((one) => one !== key)) };
        const own = partOf?.(definition, added);
        return own ? (
          <Fragment key={key}>{own}</Fragment>
        ) : (
          <OtherRecord key={key} {...shared} {...added} definition={definition} others={recordsOf(definition)} />
        );
      })}
      <Menu shadow="md" width="target" position="bottom" {...DROPDOWN_PLACEMENT}>
        <Menu.Target>
          <Button variant="default" fullWidth leftSection={<IconCirclePlus size={20} aria-hidden />}>
            Agregar otro registro
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {definitions
            .filter((one) => !shown.includes(one))
            .map((definition) => {
              const Icon = recordIcon(definition.key);
              return (
                <Menu.Item
                  key={definition.key}
                  fz="md"
                  mih={44}
                  leftSection={<Icon size={20} aria-hidden />}
                  onClick={() => add(definition)}
                >
                  {definition.titles.short}
                </Menu.Item>
              );
            })}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
