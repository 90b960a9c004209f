import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { recordsWhere } from '#web/lib/record-api.ts';
import { panelPath, personName } from './patient-kind.ts';
import classes from './relatives.module.css';

interface RelativesProps {
  label: string;
  /** Whom to look for, and by which field: `{ cedula: '0603714026' }`. */
  definition: RecordDefinition;
  found: Record<string, string>;
  /** The path of their booklets. */
  panel: string;
}

/** Links to the booklets of a mother or of her children, as far as this person may see them; otherwise nothing. */
export function Relatives({ label, definition, found, panel }: RelativesProps) {
  const known = Object.values(found).every(Boolean);
  const { data } = useQuery({ ...recordsWhere(definition, found), enabled: known });
  if (!known || !data || data.length === 0) return null;
  const nameFields = definition.likeness?.names ?? [];
  return (
    <p className={classes.relatives}>
      <span>{label}: </span>
      {data.map((row) => (
        <Link key={row._id} to={panelPath({ paths: { panel } }, row._id)}>
          {personName({ nameFields }, row)}
        </Link>
      ))}
    </p>
  );
}
