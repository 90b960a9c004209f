import { Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconChartLine,
  IconClipboardPlus,
  IconClockHour4,
  IconCloudOff,
  IconInbox,
  IconListDetails,
  IconMountain,
  IconReportAnalytics,
  IconRulerMeasure,
  IconSearch,
  IconTargetArrow,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { TextLink } from '#web/ui/page/links.tsx';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { Disc } from '#web/ui/shapes/disc.tsx';
import type { Guide } from './guides/guide.ts';
import { lengthOf } from './guides/guide-text.ts';

const ICONS: Readonly<Record<string, TablerIcon>> = {
  'registrar-visita': IconClipboardPlus,
  buscar: IconSearch,
  'sin-senal': IconCloudOff,
  avisos: IconAlertTriangle,
  'medir-bien': IconRulerMeasure,
  'leer-curva': IconChartLine,
  'leer-reportes': IconReportAnalytics,
  repartir: IconArrowsExchange,
  retenidos: IconInbox,
  personas: IconUsers,
  listas: IconListDetails,
  altitudes: IconMountain,
  metas: IconTargetArrow,
  verificacion: IconClockHour4,
};

function GuideCard({ guide }: { guide: Guide }) {
  const Icon = ICONS[guide.id] ?? IconClipboardPlus;
  return (
    <ListedCard
      leads
      title={
        <Group component="span" gap="sm" wrap="nowrap">
          <Disc tone="brand" size="sm">
            <Icon size={18} aria-hidden />
          </Disc>
          <TextLink to="/ayuda/$guia" params={{ guia: guide.id }} inherit>
            {guide.title}
          </TextLink>
        </Group>
      }
    >
      <p>{guide.description}</p>
      <Text size="xs" c="dimmed">
        {lengthOf(guide)}
      </Text>
    </ListedCard>
  );
}

export function GuideList({ guides }: { guides: readonly Guide[] }) {
  return (
    <CardList>
      {guides.map((guide) => (
        <GuideCard key={guide.id} guide={guide} />
      ))}
    </CardList>
  );
}
