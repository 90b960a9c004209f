import type { ReactNode } from 'react';
import { Curves } from '#web/ui/page/curves.tsx';
import classes from './cover.module.css';

export interface CoverFact {
  label: string;
  value: ReactNode;
  /** A figure rather than a word. */
  figure?: boolean;
  note?: ReactNode;
  /** Has a line of its own where there is little room. */
  wide?: boolean;
}

interface CoverProps {
  /** What the booklet is, above the name. */
  kicker?: string;
  name: string;
  /** Short facts in one line: age, sex, document. */
  line: string[];
  byline: string;
  /** Under the byline: the way to relatives. */
  links?: ReactNode;
  facts: CoverFact[];
  menu: ReactNode;
}

/** The cover of the booklet: whose it is. */
export function Cover({ kicker, name, line, byline, links, facts, menu }: CoverProps) {
  return (
    <section className={classes.cover} aria-label="Portada de la libreta">
      <Curves className={classes.curves ?? ''} />
      <div className={classes.who}>
        {kicker && <p className={classes.kicker}>{kicker}</p>}
        <h1 className={classes.name}>{name}</h1>
        <p className={classes.line}>
          {line.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
        <p className={classes.byline}>{byline}</p>
        {links}
      </div>
      <dl className={classes.facts}>
        {facts.map(({ label, value, figure, note, wide }) => (
          <div key={label} data-wide={wide || undefined}>
            <dt>{label}</dt>
            <dd className={figure ? classes.figure : undefined}>{value}</dd>
            {note && <dd className={classes.note}>{note}</dd>}
          </div>
        ))}
      </dl>
      <div className={classes.menu}>{menu}</div>
    </section>
  );
}
