import classes from './progress-track.module.css';

interface ProgressTrackProps {
  /** What is under way. */
  label: string;
  /** Null as long as nobody knows. */
  percent: number | null;
  /** How far it is, in words. */
  text: string;
}

/** How far something is that takes a while. */
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
