import classes from './progress-track.module.css';

interface ProgressTrackProps {
  label: string;
  /** Null while unknown. */
  percent: number | null;
  text: string;
}

export function ProgressTrack({ label, percent, text }: ProgressTrackProps) {
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      {...(percent !== null && { 'aria-valuenow': percent, 'aria-valuetext': text })}
    >
      <div className={classes.bar} style={{ width: `${percent ?? 0}%` }} />
    </div>
  );
}
