import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { FIELD_HELP, type HelpKey } from '#domain/help/explanations.ts';
import { useScreenTitle } from '#web/lib/screen-title.ts';
import { useSession } from '#web/lib/session.ts';
import { HelpText } from '#web/ui/help/help-text.tsx';
import { Steps } from '#web/ui/help/steps.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { GuidePicture } from './guide-picture.tsx';
import type { Guide, Part, Step } from './guides/guide.ts';
import { acceptedRange } from './helped-field.ts';

function StepContent({ what, how, picture }: Step) {
  return (
    <>
      <Text fw="var(--mantine-font-weight-bold)">{what}</Text>
      {how && <Text c="var(--ink-2)">{how}</Text>}
      {picture && <GuidePicture picture={picture} />}
    </>
  );
}

function Section({ title, children }: { title: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={title && id}>
      {title && (
        <Title order={2} id={id} mb="sm">
          {title}
        </Title>
      )}
      {children}
    </Card>
  );
}

function GuidePart({ title, kind, steps }: Part) {
  return (
    <Section title={title}>
      {kind === 'cases' ? (
        <RuledList>
          {steps.map((step) => (
            <li key={step.what}>
              <StepContent {...step} />
            </li>
          ))}
        </RuledList>
      ) : (
        <Steps steps={steps.map((step) => ({ key: step.what, content: <StepContent {...step} /> }))} />
      )}
    </Section>
  );
}

function Measure({ help }: { help: HelpKey }) {
  return (
    <Section title={FIELD_HELP[help].title}>
      <Stack gap="sm">
        <HelpText help={help} accepted={acceptedRange(help)} />
      </Stack>
    </Section>
  );
}

/** A guide: its steps with pictures, and the explanations of fields that belong to it. */
export function GuideView({ guide }: { guide: Guide }) {
  const { title, description, parts, measures = [] } = guide;
  const signedIn = useSession() !== null;
  useScreenTitle(title);
  return (
    <Page>
      <PageHeader back={signedIn && <BackLink to="/ayuda">Ayuda</BackLink>} title={title} description={description} />
      <Stack gap="var(--gutter)" maw="44rem">
        {parts.map((part) => (
          <GuidePart key={part.steps[0]?.what} {...part} />
        ))}
        {measures.map((help) => (
          <Measure key={help} help={help} />
        ))}
      </Stack>
    </Page>
  );
}
