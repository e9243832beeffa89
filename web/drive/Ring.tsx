import classes from './drive.module.css'

const radius = 26
const length = 2 * Math.PI * radius

/** A ring that drains with the time left; the seconds stand in it. */
export const Ring = ({ share, text, label }: { share: number; text: string; label: string }) => (
  <span className={classes.ring} role="timer" aria-label={label} data-late={share < 0.3 || undefined}>
    <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <circle cx="32" cy="32" r={radius} />
      <circle cx="32" cy="32" r={radius} strokeDasharray={length} strokeDashoffset={length * (1 - share)} />
    </svg>
    <b aria-hidden="true">{text}</b>
  </span>
)
